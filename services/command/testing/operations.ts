import { testToken } from '#kernel/testing/requests.ts'
import type { CommandService } from '../service.ts'

type Described = {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}
export type Operation = Described & {
  readonly path: string
  readonly method: string
  readonly name: string
  readonly example: unknown
}
type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

/** Creations first, deletions late, so that each finds its records, and then what undoes them. */
const turns = { post: 1, put: 2, get: 3, head: 4, delete: 5 } as Record<string, number>
const turn = ({ method, path }: Operation) => {
  if (path.endsWith('/reinstate')) return 6
  return method === 'post' && !path.includes('{') ? 0 : turns[method]!
}
/** Deletes subassemblies before the assemblies that contain them. */
const depth = (path: string) => -path.split('/').length

/** The operations from OpenAPI, in an executable order. */
export const described = async ({ app }: Pick<CommandService, 'app'>) => {
  const reply = await app.inject({
    url: '/internal/openapi.json',
    headers: { 'x-internal-token': testToken },
  })
  const { openapi, paths } = reply.json<Document>()
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): Operation => ({
        ...operation,
        path,
        method,
        name: `${method} ${path}`,
        example: operation.requestBody?.content['application/json']?.example,
      })),
    )
    .toSorted(
      (a, b) => turn(a) - turn(b) || (a.method === 'delete' ? depth(a.path) - depth(b.path) : 0),
    )
  return { openapi, operations }
}

/** The path with ids from `stock` and the examples. */
export const urlOf = ({ path, method }: Operation, project: string): string =>
  path
    .replace('/projects/{id}', `/projects/${project}`)
    .replace('/pricing/{id}', '/pricing/componenttype-1')
    .replace('{attributeId}', '10001')
    .replace('{childAssemblyId}', '2')
    // Its offer was preferred before, so only the former supplier's is left to delete.
    .replace('{supplierId}', method === 'delete' ? '1' : '2')
    .replace(/\{\w+\}/g, '1')
