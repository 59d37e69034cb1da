import swaggerUi from '@fastify/swagger-ui'
import type { RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { About } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { ruleOf, type Rules } from '#access/rules.ts'
import type { Upstream } from './proxy/upstream.ts'

type Named = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Document = {
  readonly paths?: Named
  readonly components?: { readonly schemas?: Named }
}

/** Fails if a service is down: half of the API would generate wrong client types. */
const documentOf = async (service: Upstream): Promise<Document> => {
  const answer = await service.get('/internal/openapi.json', 30_000).catch(() => null)
  if (answer?.status !== 200) throw refused('UNAVAILABLE')
  return answer.body as Document
}

const used = (text: string, schemas: Named): Named => {
  const names = new Set<string>()
  const look = (json: string): void => {
    for (const [, name = ''] of json.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name) || !schemas[name]) continue
      names.add(name)
      look(JSON.stringify(schemas[name]))
    }
  }
  look(text)
  return Object.fromEntries([...names].toSorted().map((name) => [name, schemas[name]!]))
}

/** Merges OpenAPI documents, including the methods of a path that several of them have. */
const merged = (base: Document, others: readonly Document[]): Document => {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Record<string, Named[string]> = {}
  for (const document of [base, ...others]) {
    Object.assign(schemas, document.components?.schemas)
    for (const [path, item] of Object.entries(document.paths ?? {}))
      paths[path] = { ...paths[path], ...item }
  }
  const sorted = Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const components = { ...base.components, schemas: used(JSON.stringify(sorted), schemas) }
  return { ...base, components, paths: sorted }
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><text y="27" fill="#fff" ' +
  'font-family="sans-serif" font-size="24">Stykkliste</text></svg>'

/** As a route of fastify has it. */
type Described = {
  readonly summary?: string
  readonly response?: Readonly<Record<number, z.ZodType>>
}

const tagOf = (path: string): string => {
  const [, , first = '', second = ''] = path.split('/')
  if (first !== 'access') return first
  if (second === 'code') return 'session'
  return second === 'roles' ? 'users' : second
}

export const about = (route: RouteOptions): About => {
  const rule = ruleOf(route)
  const { summary, response = {} } = (route.schema ?? {}) as Described
  const needs = { 'x-needs': rule, ...(rule === 'anyone' && { security: [] }) }
  if (summary === undefined) return needs
  return {
    ...needs,
    tags: [tagOf(route.url)],
    example: route.config?.example,
    response: Object.fromEntries(
      Object.entries(response).map(([status, answer]) => [status, answer.describe(summary)]),
    ),
  }
}

/** `/api/docs`: the OpenAPI document of all services, and a page to try it. */
export const docsPages = (root: App, rules: Rules, services: readonly Upstream[]): Promise<void> =>
  rules.within('signed-in', async (app) => {
    let others: readonly Document[] = []
    app.addHook('onRequest', async ({ url }) => {
      if (/\/(json|yaml)$/.test(url)) others = await Promise.all(services.map(documentOf))
    })
    await app.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformStaticCSP: () =>
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      theme: { title: 'Stykkliste – API' },
      logo: { type: 'image/svg+xml', content: logo, href: '/' },
      uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
      transformSpecification: () => merged(root.swagger() as Document, others) as never,
      transformSpecificationClone: false,
    })
  })
