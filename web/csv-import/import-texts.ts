import { entityNamed } from '#contracts/catalogue/index.ts'
import { madeByImports, madeNames } from '#contracts/csv/made.ts'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer, UndoAnswer } from '#contracts/csv/job-answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { count, counted } from '../lib/format.ts'
import { toast } from '../lib/toasts.tsx'

const line = (n: number, text: string) => (n > 0 ? [`${count(n)} ${text}`] : [])

/** Jobs of older releases have no `updatedRecords`. */
export const updatedRecords = ({ summary, updatedRecords: records }: ImportAnswer): number =>
  records ?? summary.updated

/** The lines of the toast after an import; the server's message if there are none. */
const resultLines = ({ noun: { many } }: Entity, answer: ImportAnswer): readonly string[] => {
  const { summary, message } = answer
  const updated = updatedRecords(answer)
  const ofRows = updated === summary.updated ? '' : ` (${count(summary.updated)} rader)`
  const lines = [
    ...line(summary.created, `nye ${many} opprettet`),
    ...line(updated, `${many} oppdatert${ofRows}`),
    ...line(summary.skipped, 'rader hoppet over'),
    ...madeNames.flatMap((name) =>
      line(answer[madeByImports[name]], `nye ${entityNamed(name).noun.many} opprettet`),
    ),
  ]
  return lines.length > 0 ? lines : [message]
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
