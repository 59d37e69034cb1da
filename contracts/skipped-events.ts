/** Where it is recorded which events the operator passes over. Not a stream that anybody folds. */
export const skippedStream = 'skipped-events'
export const skippedType = 'Skipped'
export const eventSkipped = 'EventSkipped'

export type SkippedEvent = {
  readonly id: string
  readonly type: string
  readonly stream: string
  readonly revision: string
  readonly position: string
  readonly why: string
  readonly user: string
  readonly at: string
}
