import type { Test } from 'tap'

type Content = Readonly<Record<string, { readonly schema?: object }>>
type Operation = {
  readonly operationId?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
export type OpenApi = {
  readonly openapi: string
  readonly servers: readonly object[]
  readonly security: readonly Readonly<Record<string, object>>[]
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', Record<string, object>>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

/** The rules of redocly lint and openapi-typescript that matter here. */
export const keepsOpenApiRules = (t: Test, document: OpenApi): void => {
  const { components, paths, security, servers } = document
  t.equal(document.openapi, '3.1.0')
  t.ok(servers.length > 0)
  const schemes = Object.keys(components.securitySchemes)
  t.same(security.flatMap(Object.keys), schemes, 'one of the ways in is needed')

  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const ids = operations.map(({ operationId }) => operationId ?? '')
  t.equal(new Set(ids).size, operations.length, 'each operation has an id of its own')
  t.same(
    ids.filter((id) => !/^[a-z]+[A-Za-z0-9]+$/.test(id)),
    [],
  )
  for (const { path, method, parameters = [], requestBody, responses } of operations) {
    const call = `${method} ${path}`
    const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    t.same(sorted(named), sorted([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)), call)
    t.ok(
      Object.keys(responses).some((status) => status.startsWith('4')),
      `${call} may be refused`,
    )
    const contents = [requestBody, ...Object.values(responses)].map((one) => one?.content ?? {})
    t.ok(
      contents.flatMap(Object.values).every((one) => one.schema),
      `${call} has schemas`,
    )
  }

  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  t.same(
    sorted(Array.from(references, ([, name]) => name!)),
    sorted(Object.keys(components.schemas)),
  )
  const upload = paths['/api/csv-import/{entity}']?.['post']?.requestBody?.content
  t.match(upload, { 'multipart/form-data': { schema: { required: ['file'] } } })
}
