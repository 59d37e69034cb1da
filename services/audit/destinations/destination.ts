import type { Signed } from '../notes/checkpoints.ts'

export type Destination = (checkpoint: Signed, stop: AbortSignal) => Promise<void>

/** Of a refusal, in the log. */
export const mostAnswer = 500

/** Padded, so that names sort by size. */
export const nameOf = ({ size }: Signed): string => `checkpoint-${String(size).padStart(12, '0')}`

/** Gives the answer to the last note again, without asking. */
export const oncePerNote = <Rest extends readonly unknown[], T>(
  ask: (checkpoint: Signed, ...rest: Rest) => Promise<T>,
) => {
  let last: { readonly note: string; readonly answer: T } | null = null
  return async (checkpoint: Signed, ...rest: Rest): Promise<T> => {
    const { note } = checkpoint
    if (last?.note !== note) last = { note, answer: await ask(checkpoint, ...rest) }
    return last.answer
  }
}
