import { tileWidth } from '../tree/tiles.ts'
import type { Comparison, Difference, ComparedCheckpoint } from './compare.ts'

export type Verdict = { readonly isWhole: boolean; readonly text: string }

const wrong = (text: string): Verdict => ({ isWhole: false, text })

export const placeOf = ({ position, found }: Difference): string => {
  if (found === null) return `plass ${position}, som er borte fra loggen.`
  const now = `${found.stream} nr. ${found.revision}`
  return found.position === position
    ? `plass ${position}, ${now}, som er endret.`
    : `plass ${position}, som er borte fra loggen; der er nå plass ${found.position}, ${now}.`
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
      wrong(`KUTTET: ${name} har ${size} hendelser, og loggen har bare ${events}.`),
      where(one, first),
    ]
  if (logRoot !== root)
    return [
      wrong(`SKREVET OM: De ${size} første hendelsene er ikke som da ${name} ble signert.`),
      where(one, first),
    ]
  const intact = `Loggen er hel: De ${size} første hendelsene er som da ${name} ble signert.`
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
  found.push(...olderVerdicts(older, comparison))
  const signed = Math.max(0, ...newest.map(({ size }) => size))
  if (first && first.index >= signed)
    found.push(wrong(`AVVIK etter siste sjekkpunkt: ${placeOf(first)}`))
  if (damagedTile !== null) found.push(wrong(`SKADET flis ${damagedTile} i revisjonstreet.`))
  return found
}
