import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contracts/refusals.ts'
import { InvalidInput } from './failure.ts'
import { Refused } from './refused.ts'
import { underflows, unstorable } from './unstorable.ts'

const notUtf8 = refuse('VALIDATION', 'Forespørselen er ikke gyldig UTF-8.', [])
const otherCharset = refuse('UNSUPPORTED_TYPE', 'JSON må være i UTF-8.')

const utf8 = new TextDecoder('utf-8')

const charsetIn = (contentType: string): string =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8'

type Parsing = Pick<
  FastifyInstance,
  'removeAllContentTypeParsers' | 'getDefaultJsonParser' | 'addContentTypeParser'
>

/** Bodies are JSON in UTF-8, with nothing in them that cannot be stored: letters that are guessed are lost for good. */
export const takeJson = (app: Parsing): void => {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const charset = charsetIn(request.headers['content-type'] ?? '')
      if (charset !== 'utf-8' && charset !== 'utf8') return done(new Refused(otherCharset))
      if (!isUtf8(body)) return done(new Refused(notUtf8))
      const text = utf8.decode(body)
      // Some calls are JSON by their header and empty: the upload call of the screens is.
      if (text.trim() === '') return done(null)
      void parseJson(request, text, (error, value) => {
        const wrong = error ? [] : [...unstorable(text, value), ...underflows(text)]
        done(wrong.length > 0 ? new InvalidInput(wrong) : error, value)
      })
    },
  )
}
