import { positionHeader, staleHeader } from '#contracts/answers.ts'

/** What the headers of answers say, for OpenAPI. A route names those it sends. */
const texts = {
  etag: 'Versjonen av det som er svart',
  [positionHeader]: 'Plassen i hendelsesloggen som svaret har med alt til',
  [staleHeader]:
    '`true`: svaret er eldre enn plassen det ble spurt om. `unknown`: plassen er i en annen logg. Ellers `false`',
  'x-total-count': 'Antallet uten `limit` og `offset`',
  'retry-after': 'Sekunder til det nytter å prøve igjen; bare ved 429',
  'x-next-before': '`before` for neste side, så lenge det er flere',
  'x-next-after': '`after` for neste side, så lenge det er flere',
}
export type AnswerHeader = keyof typeof texts

export const answerHeaders = Object.keys(texts) as readonly AnswerHeader[]

export const describedHeaders = (names: readonly AnswerHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', description: texts[name] }]))
