import type { Signed } from '../notes/checkpoints.ts'

export type Place = (checkpoint: Signed) => Promise<void>

/** Padded, so that names sort by size. */
export const nameOf = ({ size }: Signed): string => `checkpoint-${String(size).padStart(12, '0')}`
