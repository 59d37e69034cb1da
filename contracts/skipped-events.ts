/** Where it is recorded which events the operator passes over. Not a stream that anybody folds. */
export const skippedStream = 'skipped-events'
/** How such an event is shown to whoever reads the log. */
export const skippedType = 'Skipped'
export const eventSkipped = 'EventSkipped'

/** An event that cannot be read in, by the decision of whoever operates the system. */
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
