import { quantityLimits } from '#contracts/assembly/link-kinds.ts'
import { readNumber } from '#contracts/csv/numbers.ts'
import { dividedBy, times } from '#contracts/decimal.ts'
import { priceShare } from '#contracts/units.ts'
import { count } from '../../lib/format.ts'

const { min, max } = quantityLimits
const pieces = 'stk'

/** '1,7 m' is a number and a unit. The x in '3x' is not a unit. */
const partsOf = (written: string) => {
  const [, number = '', unit = ''] = /^(\P{L}*?)\s*(\p{L}.*)?$/su.exec(written.trim()) ?? []
  return { number, unit: unit.toLowerCase() === 'x' ? '' : unit }
}

/** Reads '2', '2,0', '1 200', '4 stk', or '1,7 m' of a part counted in centimetres; null if not a whole number. */
export const quantityIn = (written: string, counted = pieces): number | null => {
  if (written.trim() === '') return 1
  const { number, unit } = partsOf(written)
  const reading = readNumber(number, ',')
  const share = priceShare(unit || counted, counted)
  if (!('number' in reading) || !share) return null
  const value = Number(dividedBy(times(reading.number, `${share.times}`), `${share.per}`))
  return Number.isInteger(value) && value >= min && value <= max ? value : null
}

/** Null if the quantity is valid. */
export const quantityFault = (written: string, counted = pieces): string | null => {
  if (quantityIn(written, counted) !== null) return null
  const { number, unit } = partsOf(written)
  const isNumber = 'number' in readNumber(number, ',')
  if (isNumber && unit && !priceShare(unit, counted))
    return `Delen telles i ${counted}: ${unit} kan ikke regnes om`
  const of = counted === pieces ? '' : ` ${counted}`
  return `Antall må være et helt tall fra ${count(min)} til ${count(max)}${of}`
}

/** The quantity in the part's own unit, if it was written in another unit. */
export const convertedQuantity = (written: string, counted = pieces): string | null => {
  const value = quantityIn(written, counted)
  const { unit } = partsOf(written)
  const share = unit ? priceShare(unit, counted) : null
  return value === null || !share || share.times === share.per ? null : `${count(value)} ${counted}`
}
