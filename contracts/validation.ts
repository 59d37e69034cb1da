import { z } from 'zod'
import { count } from './counted.ts'

const kinds: Record<string, string> = {
  string: 'tekst',
  number: 'et tall',
  int: 'et heltall',
  boolean: 'ja eller nei',
  array: 'en liste',
  object: 'et objekt',
  uuid: 'en UUID',
}
const kind = (name: unknown) => kinds[String(name)] ?? String(name)

/** More errors are of no use, and an answer should not be larger than its request. */
export const mostErrors = 20

export const required = 'Dette feltet er påkrevd'

export const inNorwegian: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? required
        : `Verdien må være ${kind(issue.expected)}`
    case 'unrecognized_keys':
      return `Ukjent felt: ${issue.keys.slice(0, mostErrors).join(', ')}`
    case 'invalid_value':
      return `Verdien må være en av: ${issue.values
        .filter((value) => value !== '')
        .map(String)
        .join(', ')}`
    case 'too_big':
      if (issue.origin === 'string') return `Kan ikke være lengre enn ${issue.maximum} tegn`
      return issue.origin === 'array'
        ? `Kan ikke ha flere enn ${count(Number(issue.maximum))} verdier`
        : `Kan ikke være større enn ${issue.maximum}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return required
      return issue.origin === 'string'
        ? `Må ha minst ${issue.minimum} tegn`
        : `Kan ikke være mindre enn ${issue.minimum}`
    default:
      return 'Ugyldig verdi'
  }
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly { path: string; message: string }[] }

export const parse = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): Parsed<z.output<Schema>> => {
  const result = schema.safeParse(input, { error: inNorwegian, reportInput: true })
  if (result.success) return { ok: true, value: result.data }
  const errors = result.error.issues
    .slice(0, mostErrors)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, mostErrors)
            .map((key) => ({ path: [...issue.path, key].join('.'), message: 'Ukjent felt' }))
        : [{ path: issue.path.join('.'), message: issue.message }],
    )
  return { ok: false, errors: errors.slice(0, mostErrors) }
}
