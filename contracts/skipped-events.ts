/** Records the events that the operator chose to skip. No projection reads this stream. */
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
