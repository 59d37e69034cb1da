import { test } from 'tap'
import { entities } from '#contracts/catalogue/index.ts'
import { capitalized } from '#contracts/text.ts'
import { testToken } from '#kernel/testing/requests.ts'
import { createTestService } from './testing/service.ts'

type Schema = {
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly minLength?: number
  readonly description?: string
  readonly properties: Readonly<Record<string, Schema>>
}

const schemasOf = async (app: Awaited<ReturnType<typeof createTestService>>['app']) => {
  const headers = { 'x-internal-token': testToken }
  const reply = await app.inject({ url: '/internal/openapi.json', headers })
  return reply.json<{ components: { schemas: Record<string, Schema> } }>().components.schemas
}

/** Of a value that may be null, the other branch. */
const filled = (schema: Schema): Schema =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

test('the document says which texts may not be empty', async (t) => {
  const { app } = await createTestService(t)
  const schemas = await schemasOf(app)
  for (const { stream, fields } of entities)
    for (const [key, { kind, required, importsWithout }] of Object.entries(fields)) {
      if (!['text', 'multiline', 'email', 'url', 'phone', 'suggestion'].includes(kind)) continue
      const least = (body: string) =>
        filled(schemas[`${capitalized(stream)}${body}Input`]!.properties[key]!).minLength
      t.equal(least('Create'), required ? 1 : undefined, `new ${stream}: ${key}`)
      t.equal(least('Change'), required && !importsWithout ? 1 : undefined, `${stream}: ${key}`)
    }
})

test('the document says how many decimals prices may have', async (t) => {
  const { app } = await createTestService(t)
  const schemas = await schemasOf(app)
  const told = (name: string, key: string) =>
    t.match(
      filled(schemas[`${name}Input`]!.properties[key]!),
      { type: 'number', description: 'Kan ha høyst 4 desimaler' },
      `${name}: ${key}`,
    )
  for (const key of ['costPrice', 'listPrice', 'priceFactor']) {
    told('PricingCreate', key)
    told('PricingChange', key)
  }
  told('OfferChange', 'costPrice')
})
