import { test } from 'tap'
import { largestInteger } from '#contracts/integers.ts'
import { createTestService, stock } from '#command/testing/service.ts'
import { querySide } from '#projector/testing/query-side.ts'

type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}
type Operation = {
  readonly requestBody?: {
    readonly content: { readonly 'application/json'?: { schema: Schema; example?: object } }
  }
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Different letters of three bytes each, since an index compresses what repeats. */
const longText = (length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, at) => 0x4e00 + ((at * 7919) % 20_000)))

const resolved = (document: Document, schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema

/** The smallest and largest numbers and the longest text that a schema takes. */
const extremesOf = (document: Document, schema: Schema): unknown[] => {
  const { type, minimum, maximum, maxLength, anyOf = [], ...rest } = resolved(document, schema)
  if (type === 'number' || type === 'integer')
    return [minimum, maximum].filter((bound) => bound !== undefined)
  if (type === 'string' && maxLength !== undefined && !rest.enum && !rest.format)
    return [longText(maxLength)]
  return anyOf.flatMap((one) => extremesOf(document, one))
}

const propertiesOf = (document: Document, schema: Schema): [string, Schema][] => {
  const { properties = {}, allOf = [] } = resolved(document, schema)
  return [...Object.entries(properties), ...allOf.flatMap((one) => propertiesOf(document, one))]
}

const ids: Readonly<Record<string, string>> = {
  '/pricing/{id}': '/pricing/componenttype-1',
  '{attributeId}': '10001',
  '{supplierId}': '2',
  '{childAssemblyId}': '2',
}
const urlOf = (path: string): string =>
  Object.entries(ids)
    .reduce((url, [parameter, id]) => url.replace(parameter, id), path)
    .replace(/\{\w+\}/g, '1')

/** The example of each command with one value at a time as large or small as may be. */
const extremeCommands = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const { schema, example } = requestBody?.content['application/json'] ?? {}
      if (!schema || !example) return []
      const url = urlOf(path)
      return propertiesOf(document, schema).flatMap(([key, property]) =>
        extremesOf(document, property).map((value) => ({
          method: method.toUpperCase() as 'POST' | 'PUT',
          url,
          key,
          body: { ...example, [key]: value },
        })),
      )
    }),
  )

test('whatever the largest values a command takes, the read tables hold them', async (t) => {
  const { log, projector } = await querySide(t)
  const { app, call } = await createTestService(t, { log })
  await app.ready()
  await stock(call)
  await call('POST', '/api/suppliers', { name: 'Onninen', orderEmail: 'o@onninen.example' })
  await call('POST', '/api/assemblytypes/1/attributes', { description: 'Fart', value: '1' })
  let taken = 0
  for (const { method, url, key, body } of extremeCommands(app.swagger() as unknown as Document)) {
    const { status } = await call(method, url, body)
    if (status >= 500) t.fail(`${method} ${url} answers ${status} to an extreme ${key}`)
    if (status < 300) taken++
  }
  t.ok(taken > 100, `${taken} were taken`)
  t.ok(await projector.reached(log.events.at(-1)!.position, 60_000), String(projector.health()))
})

/** Where whole numbers in a schema may be larger than a column of the read tables. */
const unbounded = (document: Document, schema: Schema, path: string): string[] => {
  const { type, maximum = Infinity, ...rest } = resolved(document, schema)
  if (type === 'integer') return maximum <= largestInteger ? [] : [path]
  return Object.entries(rest).flatMap(([key, value]) =>
    value && typeof value === 'object'
      ? unbounded(document, value as Schema, `${path}.${key}`)
      : [],
  )
}

test('no request takes a whole number that the read tables cannot hold', async (t) => {
  const { app: projector } = await querySide(t)
  const { app: command } = await createTestService(t)
  await Promise.all([command.ready(), projector.ready()])
  const found = [command, projector].flatMap((app) => {
    const document = app.swagger() as unknown as Document
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema
        return schema ? unbounded(document, schema, `${method} ${path}`) : []
      }),
    )
  })
  t.same(found, [])
})
