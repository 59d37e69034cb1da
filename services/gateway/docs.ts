import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { RouteOptions } from 'fastify'
import type { App } from '#kernel/types.ts'
import { descriptions } from './descriptions.ts'
import { ruleOf, type Rules } from '#access/rules.ts'

type Schemas = Readonly<Record<string, unknown>>
type Document = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components?: { readonly schemas?: Schemas }
}

/** Two services may give different things the same name: then each gets its service's name before it. */
const renamed = (document: Document, taken: Schemas, prefix: string): Document => {
  const clashes = Object.entries(document.components?.schemas ?? {}).filter(
    ([name, schema]) => name in taken && JSON.stringify(taken[name]) !== JSON.stringify(schema),
  )
  const text = clashes.reduce(
    (json, [name]) =>
      json
        .replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${prefix}.${name}"`)
        .replaceAll(`"${name}":{`, `"${prefix}.${name}":{`),
    JSON.stringify(document),
  )
  return JSON.parse(text)
}

type Named = readonly (readonly [string, Document])[]

/** One OpenAPI document of several: paths side by side, methods of one path together. */
export const merged = (base: Document, others: Named): Document => {
  const paths: Record<string, Record<string, unknown>> = {}
  let schemas: Schemas = {}
  for (const [name, original] of [['gateway', base] as const, ...others]) {
    const document = renamed(original, schemas, name)
    for (const [path, item] of Object.entries(document.paths ?? {}))
      paths[path] = { ...paths[path], ...item }
    schemas = { ...schemas, ...document.components?.schemas }
  }
  return {
    ...base,
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: { ...base.components, schemas },
  }
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><text y="27" fill="#fff" ' +
  'font-family="sans-serif" font-size="24">Stykkliste</text></svg>'

type Transformed = { readonly body?: object } | undefined

const failure = {
  description: 'Feil',
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'Norsk setning til brukeren' },
    code: { type: 'string', description: 'Stabil kode' },
    details: {},
  },
}

const answer = (summary: string) => ({
  description: summary,
  type: 'object',
  properties: { success: { const: true }, data: {} },
})

/** Words, examples and the permission of a call of our own. */
const about = (route: RouteOptions, schema: Transformed) => {
  const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
  const said = descriptions[`${String(route.method)} ${path}`]
  const needs = { 'x-needs': ruleOf(route) }
  if (!said) return needs
  const { tag, summary, example, status = 200 } = said
  return {
    ...needs,
    tags: [tag],
    summary,
    ...(schema?.body && example && { body: { ...schema.body, examples: [example] } }),
    response: {
      [status]: status === 200 || status === 201 ? answer(summary) : { description: summary },
      default: failure,
    },
  }
}

/** Must come before the routes it is to describe. */
export const describeRoutes = async (app: App): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Stykkliste',
        version: '1',
        description: 'Delekatalog og stykklister. Logg inn med POST /api/session.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      return { url, schema: { ...schema, ...about(input.route, schema as Transformed) } }
    },
  })
}

/** `/api/docs`: the whole API as one document, and a page to read and try it. Served from here alone. */
export const docsPages = (root: App, rules: Rules, others: () => Named): Promise<void> =>
  rules.within('signed-in', async (app) => {
    await app.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformStaticCSP: () =>
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      theme: { title: 'Stykkliste – API' },
      logo: { type: 'image/svg+xml', content: logo, href: '/' },
      uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
      transformSpecification: () => merged(root.swagger() as Document, others()) as never,
      transformSpecificationClone: false,
    })
  })
