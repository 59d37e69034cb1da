import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { capitalized } from '#contracts/text.ts'
import { describedHeaders, type AnswerHeader } from './answer-headers.ts'
import type { App } from './types.ts'

export const failureSchema = z
  .object({
    success: z.literal(false),
    error: z.string().describe('Norsk setning til brukeren'),
    code: z.string().describe('Stabil kode'),
    details: z.unknown().optional(),
  })
  .describe('Feil')
  .meta({ id: 'Failure' })

const failure = {
  description: 'Feil',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}

const file = { schema: { type: 'string', format: 'binary' } }

/** The headers of a query with an entity tag. */
export const ifNoneMatch = z.looseObject({
  'if-none-match': z.string().optional().describe('Svarer 304 uten innhold hvis ETag er den samme'),
})

export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data })

type Parts = { readonly [Part in 'params' | 'querystring' | 'body']?: z.ZodType }
type Described = {
  readonly summary: string
  readonly answer: z.ZodType
  readonly status?: 200 | 201
  readonly example?: object
}

/** The options of a route: what it takes, and what it answers. */
export const described = <const P extends Parts>({
  summary,
  answer,
  status = 200,
  example,
  ...parts
}: P & Described) => ({
  schema: { ...(parts as unknown as P), summary, response: { [status]: successSchema(answer) } },
  config: { example },
})

type Info = { readonly title: string; readonly description?: string }
type Json = { readonly [key: string]: unknown }

export type About = Json & {
  readonly response?: { readonly [status: number]: z.ZodType }
  readonly example?: unknown
  readonly form?: object | undefined
  readonly answers?: readonly AnswerHeader[] | undefined
}

type Schema = {
  readonly body?: object
  readonly params?: Json
  readonly headers?: { readonly properties?: Json }
  readonly response?: Json
  /** The types of the files that a route answers with in place of JSON. */
  readonly produces?: readonly string[]
}

/** Zod drops examples of transformed schemas, and swagger drops those beside a $ref. */
const bodyOf = ({ body }: Schema, { example, form }: About) => {
  if (form) return { body: form }
  if (example === undefined) return {}
  const schema = body && '$ref' in body ? { allOf: [body] } : body
  return { body: { ...schema, examples: [example] } }
}

const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capitalized(word))).join('')

/** `GET /api/csv-import/:entity/template` -> getCsvImportByEntityTemplate */
const operationId = (method: string, url: string): string => {
  const parts = url.replace(/^\/api\//, '').replaceAll('/:', '/by-')
  return camel([method.toLowerCase(), ...parts.split(/[^A-Za-z0-9]+/).filter(Boolean)])
}

/** Fastify's wildcard parameter has no name, and OpenAPI needs one. */
const nameWildcard = (url: string, schema: Schema): { url: string; schema: Schema } => {
  if (!url.endsWith('/*') || !schema.params) return { url, schema }
  const params = JSON.stringify(schema.params).replaceAll('"*"', '"path"')
  return {
    url: `${url.slice(0, -1)}:path`,
    schema: { ...schema, params: JSON.parse(params) as Json },
  }
}

const withHeaders = (response: Json, names: readonly AnswerHeader[]): Json =>
  Object.fromEntries(
    Object.entries(response).map(([status, answer]) => [
      status,
      status.startsWith('2') && names.length > 0
        ? { ...(answer as Json), headers: describedHeaders(names) }
        : answer,
    ]),
  )

const responsesOf = (
  { response, produces, headers }: Schema,
  answers: About['answers'] = [],
): Json => {
  const ok = produces && {
    description: 'Filen',
    content: Object.fromEntries(produces.map((type) => [type, file])),
  }
  const takes = (header: string) => headers?.properties?.[header] !== undefined
  const done = {
    ...(response ?? { 200: ok ?? { description: 'OK' } }),
    ...(takes('range') && { 206: { ...ok, description: 'Delen av filen' } }),
  }
  return {
    ...withHeaders(done, [...answers, ...(takes('if-none-match') ? (['etag'] as const) : [])]),
    ...(takes('if-none-match') && { 304: { description: 'Uendret' } }),
    '4XX': { ...failure, headers: describedHeaders(['retry-after']) },
    '5XX': failure,
  }
}

/** Generators of client types treat a property with a default as required. */
const withoutDefaults = <Document extends object>(document: Document): Document =>
  JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (!key.endsWith('Input')) return value
    return JSON.parse(JSON.stringify(value), (name, part: unknown) =>
      name === 'default' ? undefined : part,
    ) as unknown
  }) as Document

export const describeRoutes = async (
  app: App,
  info: Info,
  about: (route: RouteOptions) => About,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { version: '1', ...info },
      servers: [{ url: '/' }],
      security: [{ session: [] }, { token: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (input) => {
      const { example, form, answers, ...extra } = about(input.route)
      const extended = { ...input, schema: { ...input.schema, ...extra } }
      const transformed = jsonSchemaTransform(extended as typeof input)
      const { url, schema } = nameWildcard(transformed.url, transformed.schema as Schema)
      const { produces: _, ...described } = schema
      return {
        url,
        schema: {
          ...described,
          ...bodyOf(schema, { example, form }),
          operationId: operationId(String(input.route.method), url),
          response: responsesOf(schema, answers),
        },
      }
    },
    transformObject: (input) => withoutDefaults(jsonSchemaTransformObject(input)),
  })
}

export const describeItself = async (app: App, title: string): Promise<void> => {
  await describeRoutes(app, { title }, ({ config }) => ({
    example: config?.example,
    form: config?.form,
    answers: config?.answers,
    'x-needs': config?.needs,
  }))
  app.get(
    '/internal/openapi.json',
    { config: { needs: 'internal' }, schema: { hide: true } },
    async () => app.swagger(),
  )
}
