/** Base units: 1 pieces, 2 metres, 3 litres, 4 kilograms. */
const measures: Readonly<Record<string, string>> = { 1: 'stk', 2: 'm', 3: 'l', 4: 'kg' }

type Unit = { readonly name: string; readonly count: bigint }
const inWords = ({ name, count }: Unit) => (count === 1n ? name : `${count} ${name}`)
const one = (name: string): Unit => ({ name, count: 1n })

/** UN/ECE Recommendation 20 and 21 codes with a fixed factor to a base unit. */
const counted: Readonly<Record<string, Unit>> = {
  EA: one('stk'),
  STK: one('stk'),
  PCE: one('stk'),
  C62: one('stk'),
  H87: one('stk'),
  MTR: one('m'),
  LTR: one('l'),
  KGM: one('kg'),
  CEN: { name: 'stk', count: 100n },
  MIL: { name: 'stk', count: 1_000n },
  HMT: { name: 'm', count: 100n },
  KMT: { name: 'm', count: 1_000n },
}

/** Codes of packages, whose content only the quantity field gives. */
const packages: Readonly<Record<string, string>> = {
  OP: 'par',
  PR: 'par',
  PK: 'pk',
  SET: 'sett',
  CT: 'kartong',
  RO: 'rull',
  RL: 'snelle',
  BG: 'pose',
  BX: 'boks',
  PF: 'pall',
  BD: 'brett',
  BK: 'kurv',
  BQ: 'flaske',
  CA: 'kanne',
  ST: 'ark',
}

export const oneUnit = 10_000n

/** The unit and quantity, in ten-thousandths, that a price is for. */
export type PricedFor = { readonly unit: string; readonly quantity: bigint }

/** The price unit and its content in the base unit, or why the content is doubtful. */
export const pricedFor = (
  measureCode: string,
  code: string,
  codeText: string,
  quantity: bigint,
):
  | { readonly stated: PricedFor; readonly counted: PricedFor | null }
  | { readonly wrong: string } => {
  const measure = measures[measureCode]
  if (measure === undefined) return { wrong: `Ukjent måleenhet «${measureCode}»` }
  // The digit in square and cubic metres is not a count.
  const number = /^m[23]$/i.test(codeText) ? undefined : /\d+/.exec(codeText)?.[0]
  const inText = number === undefined ? null : BigInt(number) * oneUnit
  if (inText !== null && inText !== oneUnit && inText !== quantity)
    return {
      wrong: `Prisenheten er «${codeText}», men mengden er ${shownQuantity(quantity)} ${measure}. Hva gjelder prisen for?`,
    }
  const known = counted[code]
  // A piece may be a drum with metres, but a metre is never counted in pieces.
  if (known && known.name !== measure && known.name !== 'stk')
    return {
      wrong: `Prisenheten ${code} er ${inWords(known)}, men måleenheten er ${measure}. Hva gjelder prisen for?`,
    }
  if (known && known.name === measure) {
    if (quantity !== known.count * oneUnit && quantity !== inText)
      return {
        wrong: `Prisenheten ${code} er ${known.count} ${measure}, men mengden er ${shownQuantity(quantity)}. Hva gjelder prisen for?`,
      }
    const unit = quantity === oneUnit ? measure : `${shownQuantity(quantity)} ${measure}`
    return { stated: { unit, quantity: oneUnit }, counted: { unit: measure, quantity } }
  }
  const unit = known ? inWords(known) : (packages[code] ?? (codeText || code).toLowerCase())
  return {
    stated: { unit: unit.slice(0, 10), quantity: oneUnit },
    // Files write 1 if the content is unknown, so a package with one piece is not believed.
    counted: quantity === oneUnit ? null : { unit: measure, quantity },
  }
}

const shownQuantity = (quantity: bigint): string =>
  String(Number(quantity) / Number(oneUnit)).replace('.', ',')

/** The price of one unit in kroner, rounded half up to four decimals. Discounts are in hundredths of a percent. */
export const amountOf = (øre: bigint, { quantity }: PricedFor, discount = 0n): number => {
  const tenThousandths = øre * 100n * (oneUnit - discount)
  const rounded = (2n * tenThousandths + quantity) / (2n * quantity)
  // Amounts within the allowed range are exact as JavaScript numbers.
  return Number(`${rounded / oneUnit}.${String(rounded % oneUnit).padStart(4, '0')}`)
}
