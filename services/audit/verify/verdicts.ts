import { tileWidth } from '../tree/tiles.ts'
import type { Comparison, Difference, ComparedCheckpoint } from './compare.ts'

export type Verdict = { readonly isWhole: boolean; readonly text: string }

export const wrong = (text: string): Verdict => ({ isWhole: false, text })

const inStream = ({ stream, revision }: { stream: string; revision: bigint | string }): string =>
  `${stream} nr. ${revision}`

export const placeOf = ({ position, found, was }: Difference): string => {
  if (found?.position === position) return `plass ${position}, ${inStream(found)}, som er endret.`
  const gone = `plass ${position}, ${was ? `${inStream(was)}, ` : ''}som er borte fra loggen`
  return found ? `${gone}; der er nå plass ${found.position}, ${inStream(found)}.` : `${gone}.`
}

const eventsOf = (count: number): string => `${count} ${count === 1 ? 'hendelse' : 'hendelser'}`
const firstOf = (count: number): string =>
  count === 1 ? 'Den første hendelsen' : `De ${count} første hendelsene`

const secure = 'Gjør nå: Stans systemet, og ta vare på en kopi av datamappen slik den er.'
const advice = {
  cut: `${secure} Hent så loggen tilbake fra en sikkerhetskopi som er nyere enn sjekkpunktet. Er en eldre kopi hentet inn med vilje, er dette ventet: se «Troubleshooting» i docs/operations.md.`,
  rewritten: `${secure} Hold så hendelsen opp mot en sikkerhetskopi, og finn ut hvem som har kunnet skrive i databasen.`,
}

const adviceOn = (checkpoints: readonly ComparedCheckpoint[]): readonly Verdict[] => {
  if (checkpoints.some(({ logRoot }) => logRoot === null)) return [wrong(advice.cut)]
  return checkpoints.some(({ root, logRoot }) => logRoot !== root) ? [wrong(advice.rewritten)] : []
}

const where = ({ name, root, storedRoot }: ComparedCheckpoint, first: Difference | null): Verdict =>
  wrong(
    storedRoot === root && first
      ? `Første hendelse som avviker: ${placeOf(first)}`
      : `Treet som er tatt vare på, passer heller ikke med ${name}. Da kan det ikke sies hvilken hendelse som avviker.`,
  )

const verdictsOn = (one: ComparedCheckpoint, { events, first }: Comparison): readonly Verdict[] => {
  const { name, size, root, logRoot, storedRoot } = one
  if (logRoot === null)
    return [
      wrong(`KUTTET: ${name} har ${eventsOf(size)}, og loggen har bare ${events}.`),
      where(one, first),
    ]
  if (logRoot !== root)
    return [
      wrong(`SKREVET OM: ${firstOf(size)} er ikke som da ${name} ble signert.`),
      where(one, first),
    ]
  const intact = `Loggen er hel: ${firstOf(size)} er som da ${name} ble signert.`
  if (storedRoot === root) return [{ isWhole: true, text: intact }]
  const tile = first ? `flis 0/${Math.floor(first.index / tileWidth)} i ` : ''
  const tree = `SKADET TRE: Loggen passer med ${name}, men ${tile}treet som er tatt vare på, gjør det ikke.`
  return [{ isWhole: true, text: intact }, wrong(tree)]
}

/** Of the older checkpoints, reports only the oldest that the log does not match. */
const olderVerdicts = (
  older: readonly ComparedCheckpoint[],
  comparison: Comparison,
): readonly Verdict[] => {
  if (older.length === 0) return []
  const misfit = older.findLast(({ root, logRoot }) => root !== logRoot)
  if (misfit) return verdictsOn(misfit, comparison)
  return [{ isWhole: true, text: `Loggen passer også med eldre sjekkpunkter: ${older.length}.` }]
}

export const verdictsOf = (comparison: Comparison): readonly Verdict[] => {
  const { checkpoints, first, damagedTile } = comparison
  const newest = checkpoints.filter(({ isOlder }) => !isOlder)
  const older = checkpoints.filter(({ isOlder }) => isOlder)
  const found = newest.flatMap((one) => verdictsOn(one, comparison))
  found.push(...olderVerdicts(older, comparison), ...adviceOn(checkpoints))
  const signed = Math.max(0, ...newest.map(({ size }) => size))
  if (first && first.index >= signed)
    found.push(wrong(`AVVIK etter siste sjekkpunkt: ${placeOf(first)}`))
  if (damagedTile !== null) found.push(wrong(`SKADET flis ${damagedTile} i revisjonstreet.`))
  return found
}
