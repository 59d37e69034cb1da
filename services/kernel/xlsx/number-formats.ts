import { format, isDateFormat, isValidFormat } from 'numfmt'
import { currenciesIn, foreignCurrencyIn } from '#contracts/csv/amounts.ts'
import { attribute, readXml } from './xml.ts'

type Shown = (value: number) => string
export type NumberFormat =
  | { readonly kind: 'number'; readonly shown?: Shown }
  | { readonly kind: 'date' }
  | { readonly kind: 'amount'; readonly currency: string; readonly shown: Shown }
  /** With leading zeros or letters: 0001234, "K-1234". */
  | { readonly kind: 'code'; readonly shown: Shown }

export const plainNumber: NumberFormat = { kind: 'number' }

/** Built-in formats (ECMA-376, 18.8.30) have no pattern in the file. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Those that show another number than the cell has. */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [48, '##0.0E+0'],
])

const inBrackets = /\[(?:\$([^\]-]*))?[^\]]*\]/g
const withoutQuotes = (pattern: string) => pattern.replace(/"([^"]*)"|\\(.)|_./g, '$1$2')

const currencyIn = (pattern: string): string | null => {
  const text = withoutQuotes(pattern.replace(inBrackets, (_, symbol = '') => ` ${symbol} `))
  const foreign = foreignCurrencyIn(text)
  if (foreign) return foreign
  const [first, ...others] = currenciesIn(text)
  return first === undefined || others.length === 0 ? (first ?? null) : 'kr'
}

/** An integer with two or more zeros, or with letters before the first: an identifier, not a quantity. */
const isCode = (pattern: string): boolean => {
  const bare = pattern.replace(inBrackets, '').replace(/"[^"]*"|\\./g, 'x')
  return !/[#?.,%/*e]/i.test(bare.replaceAll('x', '')) && /0.*0|x.*0/.test(bare)
}

const formatOf = (pattern: string): NumberFormat => {
  const [first = ''] = pattern.split(';')
  if (!isValidFormat(pattern)) return plainNumber
  if (isDateFormat(pattern)) return { kind: 'date' }
  const shown: Shown = (value) => format(pattern, value, { locale: 'nb' }).trim()
  const currency = currencyIn(first)
  if (currency !== null) return { kind: 'amount', currency, shown }
  if (isCode(first)) return { kind: 'code', shown }
  return /^general$/i.test(pattern) ? plainNumber : { kind: 'number', shown }
}

export const readNumberFormats = async (
  pieces: AsyncIterable<Uint8Array>,
): Promise<readonly NumberFormat[]> => {
  const patterns = new Map<number, string>()
  const styles: number[] = []
  let isCellStyle = false
  await readXml(pieces, {
    open: (name, attributes) => {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') patterns.set(id, attribute(attributes, 'formatCode') ?? '')
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) styles.push(id)
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles.map((id) => {
    const pattern = patterns.get(id) ?? builtIn.get(id)
    if (pattern !== undefined) return formatOf(pattern)
    return isBuiltInDate(id) ? { kind: 'date' } : plainNumber
  })
}
