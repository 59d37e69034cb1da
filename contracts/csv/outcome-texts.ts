import { entityNamed } from '../catalogue/index.ts'
import { count, counted } from '../counted.ts'
import type { Entity } from '../entity.ts'
import type { ImportAnswer } from './answer.ts'
import { madeByImports, madeNames, type MadeByImports } from './made.ts'

type Outcome = Pick<
  ImportAnswer,
  'summary' | 'updatedRecords' | (typeof madeByImports)[MadeByImports]
>

/** Jobs of older releases have no `updatedRecords`. */
export const updatedRecords = ({
  summary,
  updatedRecords: records,
}: Pick<Outcome, 'summary' | 'updatedRecords'>): number => records ?? summary.updated

const some = (value: number, one: string, many = one): readonly string[] =>
  value > 0 ? [counted(value, one, many)] : []

/** What an import or a bulk change did, in the order of its message. */
export const outcomeTexts = ({ noun }: Entity, outcome: Outcome, isBulk = false) => {
  const { created, updated, deleted = 0, unchanged, skipped, failed } = outcome.summary
  const records = updatedRecords(outcome)
  const ofRows = records === updated ? '' : ` (${count(updated)} rader)`
  const [row, rows] = isBulk ? ['post', 'poster'] : ['rad', 'rader']
  const { one, many } = noun
  return {
    created: some(created, `nye ${many} opprettet`),
    updated: some(
      records,
      `${isBulk ? one : many} oppdatert${ofRows}`,
      `${many} oppdatert${ofRows}`,
    ),
    deleted: some(deleted, `${one} slettet`, `${many} slettet`),
    unchanged: some(unchanged, `${row} uten endringer`, `${rows} uten endringer`),
    skipped: some(skipped, 'rader hoppet over'),
    failed: some(failed, `${row} med feil`, `${rows} med feil`),
    made: madeNames.flatMap((name) =>
      some(outcome[madeByImports[name]], `nye ${entityNamed(name).noun.many} opprettet`),
    ),
  }
}
