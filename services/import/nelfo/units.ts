/** What the goods are counted in: 1 pieces, 2 metres, 3 litres, 4 kilograms. */
const measures: Readonly<Record<string, string>> = { 1: 'stk', 2: 'm', 3: 'l', 4: 'kg' }

type Unit = { readonly name: string; readonly count: bigint }
const inWords = ({ name, count }: Unit) => (count === 1n ? name : `${count} ${name}`)
const one = (name: string): Unit => ({ name, count: 1n })

/** Codes of UN/ECE Recommendations 20 and 21 that mean a number of what goods are counted in. */
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

/** Codes that mean a package, of which only the amount can say what it holds. */
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

export const whole = 10_000n

/** What a price is for: so much (in ten-thousandths) of a unit. */
export type PricedFor = { readonly unit: string; readonly quantity: bigint }

/** One price unit, and also so many of what goods are counted in, or why it is in doubt how many. */
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
  // Square and cubic metres have a number that counts nothing.
  const number = /^m[23]$/i.test(codeText) ? undefined : /\d+/.exec(codeText)?.[0]
  const said = number === undefined ? null : BigInt(number) * whole
  if (said !== null && said !== whole && said !== quantity)
    return {
      wrong: `Prisenheten er «${codeText}», men mengden er ${shownQuantity(quantity)} ${measure}. Hva gjelder prisen for?`,
    }
  const known = counted[code]
  // Pieces may be drums of metres; metres are no pieces.
  if (known && known.name !== measure && known.name !== 'stk')
    return {
      wrong: `Prisenheten ${code} er ${inWords(known)}, men måleenheten er ${measure}. Hva gjelder prisen for?`,
    }
  if (known && known.name === measure) {
    if (quantity !== known.count * whole && quantity !== said)
      return {
        wrong: `Prisenheten ${code} er ${known.count} ${measure}, men mengden er ${shownQuantity(quantity)}. Hva gjelder prisen for?`,
      }
    const unit = quantity === whole ? measure : `${shownQuantity(quantity)} ${measure}`
    return { stated: { unit, quantity: whole }, counted: { unit: measure, quantity } }
  }
  const unit = known ? inWords(known) : (packages[code] ?? (codeText || code).toLowerCase())
  return {
    stated: { unit: unit.slice(0, 10), quantity: whole },
    // One is what files say that do not say: that a package holds one piece is not believed.
    counted: quantity === whole ? null : { unit: measure, quantity },
  }
}

const shownQuantity = (quantity: bigint): string =>
  String(Number(quantity) / Number(whole)).replace('.', ',')

/** What one unit costs, in kroner with at most four decimals, rounded half up; discounts are hundredths of a percent. */
export const amountOf = (øre: bigint, { quantity }: PricedFor, discount = 0n): number => {
  const tenThousandths = øre * 100n * (whole - discount)
  const rounded = (2n * tenThousandths + quantity) / (2n * quantity)
  // Amounts of the size that prices may have are exact as numbers.
  return Number(`${rounded / whole}.${String(rounded % whole).padStart(4, '0')}`)
}
