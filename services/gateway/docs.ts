import swaggerUi from '@fastify/swagger-ui'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import { bodyWith, failureSchema } from '#kernel/openapi.ts'
import type { App } from '#kernel/types.ts'
import { examples, statuses, summaries } from './descriptions.ts'
import { ruleOf, type Rules } from '#access/rules.ts'
import type { Upstream } from './proxy/upstream.ts'

type Document = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const documentOf = async (service: Upstream): Promise<Document> => {
  const answer = await service.get('/internal/openapi.json', 3000).catch(() => null)
  return answer?.status === 200 ? (answer.body as Document) : {}
}

/** One OpenAPI document of several: paths side by side, methods of one path together. */
const merged = (base: Document, others: readonly Document[]): Document => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const document of [base, ...others])
    for (const [path, item] of Object.entries(document.paths ?? {}))
      paths[path] = { ...paths[path], ...item }
  const sorted = Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { ...base, paths: Object.fromEntries(sorted) }
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><text y="27" fill="#fff" ' +
  'font-family="sans-serif" font-size="24">Stykkliste</text></svg>'

const { $schema: _dialect, ...failure } = z.toJSONSchema(failureSchema)

const answer = (summary: string) => ({
  description: summary,
  type: 'object',
  properties: { success: { const: true }, data: {} },
})

/** What a call is about: the second or third part of its address. */
const tagOf = (path: string): string => {
  const [, , first = '', second = ''] = path.split('/')
  if (first !== 'access') return first
  if (second === 'code') return 'session'
  return second === 'roles' ? 'users' : second
}

/** Words, examples and the permission of a call of our own. */
export const about = (route: RouteOptions, schema: { readonly body?: object }) => {
  const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
  const call = `${String(route.method)} ${path}`
  const needs = { 'x-needs': ruleOf(route) }
  const summary = summaries[call]
  if (summary === undefined) return needs
  const status = statuses[call] ?? 200
  return {
    ...needs,
    tags: [tagOf(path)],
    summary,
    ...bodyWith(schema, examples[call]),
    response: {
      [status]: status < 204 ? answer(summary) : { description: summary },
      default: failure,
    },
  }
}

/** `/api/docs`: the whole API as one document, and a page to read and try it. Served from here alone. */
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
