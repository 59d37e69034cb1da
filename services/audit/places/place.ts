import type { Signed } from '../notes/checkpoints.ts'

export type Place = (checkpoint: Signed) => Promise<void>

/** Sorted as the log grows. */
export const nameOf = ({ size }: Signed): string => `checkpoint-${String(size).padStart(12, '0')}`
