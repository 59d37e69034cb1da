import type { ImportAnswer, UndoAnswer } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'
import { count } from '../lib/format.ts'

const line = (n: number, text: string) => (n > 0 ? [`${count(n)} ${text}`] : [])

/** Answers of earlier releases have only their rows. */
export const updatedRecords = ({ summary, updatedRecords: records }: ImportAnswer): number =>
  records ?? summary.updated

/** What the toast lists after an import; the server's own message where there is nothing to list. */
export const resultLines = (
  { noun: { many } }: Entity,
  answer: ImportAnswer,
): readonly string[] => {
  const { summary, createdSuppliers, createdManufacturers, message } = answer
  const updated = updatedRecords(answer)
  const ofRows = updated === summary.updated ? '' : ` (${count(summary.updated)} rader)`
  const lines = [
    ...line(summary.created, `nye ${many} opprettet`),
    ...line(updated, `${many} oppdatert${ofRows}`),
    ...line(summary.skipped, 'rader hoppet over'),
    ...line(createdSuppliers, 'nye leverandører opprettet'),
    ...line(createdManufacturers, 'nye produsenter opprettet'),
  ]
  return lines.length > 0 ? lines : [message]
}

/** What taking back an import came to. */
export const undoneText = ({ removed, restored, keptCount }: UndoAnswer): string =>
  [
    `${count(removed)} fjernet`,
    `${count(restored)} tilbakestilt`,
    ...line(keptCount, 'står som de er'),
  ].join(', ')

/** 'under ett minutt', 'omtrent 3 minutter'. */
export const timeLeft = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return seconds < 10 ? 'noen sekunder igjen' : 'under ett minutt igjen'
  return `omtrent ${minutes} ${minutes === 1 ? 'minutt' : 'minutter'} igjen`
}
