import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { visit } from 'jsonc-parser'
import { mostErrors } from '#contracts/validation.ts'
import { refuse, type FieldError } from '#contracts/refusals.ts'
import { wrongCharacter } from '#contracts/text.ts'
import { InvalidInput } from './failure.ts'
import { Refused } from './refused.ts'

const notUtf8 = refuse('VALIDATION', 'Forespørselen er ikke gyldig UTF-8.', [])
const otherCharset = refuse('UNSUPPORTED_TYPE', 'JSON må være i UTF-8.')
const compressed = refuse('UNSUPPORTED_TYPE', 'JSON kan ikke sendes komprimert (Content-Encoding).')

const utf8 = new TextDecoder('utf-8')
const deepest = 32
const tooDeep = 'Verdien er for dypt nøstet'

const charsetIn = (contentType: string): string =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

const underflow = Symbol('underflow')
/** A number that underflows to 0 has a long exponent or many zeros in its source text. */
const tiny = /e-\d{3}|0{300}/i
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const markUnderflows: Reviver = (_key, value, { source = '' }) =>
  value === 0 && /[1-9]/.test(source.split(/e/i)[0]!) ? underflow : value

const faultsOf = (value: unknown, path: readonly string[] = []): FieldError[] => {
  const wrong = { path: path.join('.'), message: wrongCharacter }
  if (value === underflow) return [{ ...wrong, message: 'Tallet er for lite' }]
  if (typeof value === 'string') return isStorable(value) ? [] : [wrong]
  if (typeof value !== 'object' || value === null) return []
  if (path.length >= deepest) return [{ path: path[0]!, message: tooDeep }]
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isStorable(key) ? [] : [wrong]),
    ...faultsOf(inner, [...path, key]),
  ])
}

// Values that Postgres cannot store: NUL and lone surrogates. In the log they would stop every projection.
// Also numbers that underflow to 0, and nesting so deep that recursion would overflow the stack.
export const unstorableIn = (text: string, value: unknown): readonly FieldError[] => {
  const marked = tiny.test(text) ? JSON.parse(text, markUnderflows as never) : value
  return faultsOf(marked)
}

/** Fields that are given more than once: JSON.parse takes the last without a word. */
const repeatedIn = (text: string): readonly FieldError[] => {
  const open: Set<string>[] = []
  const repeated: FieldError[] = []
  const begin = () => {
    // What a later field of the same name hides may still be too deep for the recursion of `visit`.
    if (open.push(new Set()) > deepest) throw new InvalidInput([{ path: '', message: tooDeep }])
  }
  const end = () => void open.pop()
  visit(text, {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: (key, _offset, _length, _line, _character, pathOf) => {
      const keys = open.at(-1)!
      if (keys.has(key))
        repeated.push({
          path: [...pathOf(), key].join('.'),
          message: `${key} er oppgitt flere ganger`,
        })
      keys.add(key)
    },
  })
  return repeated
}

type Parsing = Pick<
  FastifyInstance,
  'removeAllContentTypeParsers' | 'getDefaultJsonParser' | 'addContentTypeParser'
>

type Parsed = (error: Error | null, value?: unknown) => void

export const parseJsonBody = (app: Parsing): void => {
  app.removeAllContentTypeParsers()
  const parser = app.getDefaultJsonParser('error', 'error')
  const parseJson = promisify((request: FastifyRequest, text: string, done: Parsed) => {
    void parser(request, text, done)
  })
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { 'content-encoding': encoding = 'identity' } = request.headers
      if (encoding.toLowerCase() !== 'identity') throw new Refused(compressed)
      const charset = charsetIn(request.headers['content-type'] ?? '')
      if (charset !== 'utf-8' && charset !== 'utf8') throw new Refused(otherCharset)
      if (!isUtf8(body)) throw new Refused(notUtf8)
      const text = utf8.decode(body)
      // Some clients send this header with an empty body: the web app's upload call does.
      if (text.trim() === '') return undefined
      const value = await parseJson(request, text)
      const unstorable = unstorableIn(text, value)
      const wrong = unstorable.length > 0 ? unstorable : repeatedIn(text)
      if (wrong.length > 0) throw new InvalidInput(wrong.slice(0, mostErrors))
      return value
    },
  )
}
