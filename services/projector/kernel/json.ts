const refused = /\\u(?:d[89a-f]|0000)/i

const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '\ufffd') : value

/**
 * JSON that Postgres takes: it refuses NUL and halves of surrogate pairs, which an event may hold. They
 * become the replacement character, since a text that cannot be shown must not stop the projector.
 */
export const json = (value: unknown): string => {
  const text = JSON.stringify(value)
  return refused.test(text) ? JSON.stringify(value, wellFormed) : text
}
