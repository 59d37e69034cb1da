import type { CostAnswer } from '#contracts/assembly/bom-answers.ts'
import { mismatchText } from '#contracts/units.ts'
import type { Item } from './items.ts'

/** Why something is in no sum, or only in part. */
export type Why = Pick<CostAnswer['missing'][number], 'reason' | 'explanation'>

export const isMismatched = ({ cost, traits }: Item): boolean =>
  cost !== null && traits.share === null

/** Null where the part is in the sum. */
export const whyUnpriced = (part: Item | null | undefined): Why | null => {
  if (!part || part.cost === null) return { reason: 'NO_PRICE', explanation: 'Mangler kostpris' }
  if (!isMismatched(part)) return null
  const text = mismatchText(part.traits.unit, part.traits.priceUnit)
  return { reason: 'UNIT_MISMATCH', explanation: `T${text.slice(1)}` }
}

/** Of an assembly in which something is in no sum. */
export const contentsUnpriced: Why = {
  reason: 'CONTENTS',
  explanation: 'Noe i den er ikke med i summen',
}
