/** No zod here: the web app's first bundle imports this file. */
export const jobStates = [
  'checking', // the file is being read
  'checked', // a dry run is done; the import can start
  'running',
  'done',
  'cancelled', // by the user; rows before that stay changed
  'failed',
  'undoing',
  'undone',
] as const
export type JobState = (typeof jobStates)[number]

export const jobStages = ['check', 'run', 'undo'] as const
export type JobStage = (typeof jobStages)[number]

type Job = {
  readonly state: JobState
  readonly undo: { readonly keptCount: number } | null
}

const underWay: readonly JobState[] = ['checking', 'running', 'undoing']
export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => !underWay.includes(state)

/** What was in use may be removed later, and what referred to deleted records may be restored. */
export const canRetryUndo = ({ state, undo }: Job): boolean =>
  state === 'undone' && (undo?.keptCount ?? 0) > 0
