import type { ImportSummary } from '#contracts/csv/answer.ts'
import type { Entity } from '#contracts/entity.ts'

const number = new Intl.NumberFormat('nb-NO')
const say = (count: number, many: string, one = many) =>
  count > 0 ? [`${number.format(count)} ${count === 1 ? one : many}`] : []

/** What came of an import, in the words of the screens. */
export const messageFor = (
  { noun: { many } }: Entity,
  { created, updated, skipped, unchanged, failed }: ImportSummary,
  suppliers: number,
  manufacturers: number,
  lead: string,
): string => {
  const said = [
    ...say(created, `nye ${many} opprettet`),
    ...say(updated, `${many} oppdatert`),
    ...say(unchanged, 'rader uten endringer', 'rad uten endringer'),
    ...say(skipped, 'rader hoppet over'),
    ...say(failed, 'rader med feil', 'rad med feil'),
    ...say(suppliers, 'nye leverandører opprettet'),
    ...say(manufacturers, 'nye produsenter opprettet'),
  ]
  return `${lead}${said.length > 0 ? said.join(', ') : 'Filen har ingen rader'}`
}
