import { mostErrors } from '#contracts/norwegian.ts'
import type { FieldError } from '#contracts/refusals.ts'
import { wrongCharacter } from '#contracts/text.ts'

/** In the text of a JSON body these stand as escapes, or they are not there at all. */
const suspicious = /\\u(0000|d[89a-f])/i
const deepest = 32

const tooDeep = 'Verdien er for dypt nøstet'
const isUnstorable = (text: string) => text.includes('\u0000') || !text.isWellFormed()

const find = (value: unknown, path: readonly string[]): FieldError[] => {
  const at = path.join('.')
  if (typeof value === 'string')
    return isUnstorable(value) ? [{ path: at, message: wrongCharacter }] : []
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= deepest) return [{ path: path[0]!, message: tooDeep }]
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isUnstorable(key) ? [{ path: at, message: wrongCharacter }] : []),
    ...find(inner, [...path, key]),
  ])
}

/** So many opening brackets could be nested deeper than anything we are meant to get. */
const mayBeDeep = (text: string) => {
  let at = -1
  for (let count = 0; count <= deepest; count++) {
    const list = text.indexOf('[', at + 1)
    const object = text.indexOf('{', at + 1)
    at = list < 0 || (object >= 0 && object < list) ? object : list
    if (at < 0) return false
  }
  return true
}

/**
 * Texts that a database cannot hold: with NUL, or with half of a character that takes two code units.
 * Neither is ever meant, and one that got into the log would stop every reader of it. Likewise what is
 * nested so deep that to go through it would overflow the stack.
 */
export const unstorable = (text: string, value: unknown): readonly FieldError[] =>
  suspicious.test(text) || mayBeDeep(text) ? find(value, []).slice(0, mostErrors) : []

/** In the text of a JSON body a number this close to 0 has so many zeros, or such an exponent. */
const minute = /e-\d{3}|0{300}/i
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

/** Numbers that are not 0, and would become it. */
export const underflows = (text: string): readonly FieldError[] => {
  if (!minute.test(text)) return []
  const found: FieldError[] = []
  const look: Reviver = (path, value, { source = '' }) => {
    const isLost = value === 0 && /[1-9]/.test(source.split(/e/i)[0]!)
    if (isLost && found.length < mostErrors) found.push({ path, message: 'Tallet er for lite' })
    return value
  }
  JSON.parse(text, look as (key: string, value: unknown) => unknown)
  return found
}
