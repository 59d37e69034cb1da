import type { ImportAnswer } from '#contracts/csv/answer.ts'
import { outcomeTexts } from '#contracts/csv/outcome-texts.ts'
import type { JobAnswer, UndoAnswer } from '#contracts/csv/job-answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { count, counted } from '../lib/format.ts'
import { toast } from '../lib/toasts.tsx'

/** The lines of the toast after an import; the server's message if there are none. */
const resultLines = (entity: Entity, answer: ImportAnswer): readonly string[] => {
  const { created, updated, skipped, made } = outcomeTexts(entity, answer)
  const lines = [created, updated, skipped, made].flat()
  return lines.length > 0 ? lines : [answer.message]
}

/** What an undo did, and what it left. */
export const withKept = (done: string, { keptCount }: Pick<UndoAnswer, 'keptCount'>): string =>
  keptCount > 0 ? `${done}, ${counted(keptCount, 'står som den er', 'står som de er')}` : done

export const undoneText = (undo: UndoAnswer): string =>
  withKept(`${count(undo.removed)} fjernet, ${count(undo.restored)} tilbakestilt`, undo)

export const unknownFault = 'Ukjent feil oppstod'

export const warn = ({ noun: { many } }: Entity, text: string): void =>
  toast({ title: `Feil ved CSV-import av ${many}`, text: text || unknownFault, destructive: true })

export const announce = (entity: Entity, job: JobAnswer): void => {
  const { state, stage, answer, undo, error } = job
  // If headings were read, the dialog asks for the columns instead of warning.
  if (state === 'failed' && !job.headings) warn(entity, error ?? '')
  if (state === 'done' && answer)
    toast({ title: 'CSV Import Fullført', lines: resultLines(entity, answer) })
  if (state === 'cancelled' && stage === 'undo')
    toast({ title: 'Angringen er avbrutt', text: error ?? undefined })
  if (state === 'cancelled' && stage !== 'undo')
    toast({ title: 'Importen er avbrutt', text: answer?.message })
  if (state === 'undone' && undo) toast({ title: 'Importen er angret', text: undoneText(undo) })
}
