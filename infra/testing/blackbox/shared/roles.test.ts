import { test } from 'tap'
import { may, roles, type Permission, type Role } from '#contracts/access.ts'
import { client, type Client } from '#gateway/testing/client.ts'
import { keepsOpenApiRules, type OpenApi } from '#gateway/testing/openapi-rules.ts'
import { sharedSystem } from '../shared-system.ts'
import { administrator } from '../system.ts'

type Needs = Permission | readonly Permission[] | 'signed-in' | 'own-account' | 'anyone'
type Operation = { readonly method: string; readonly path: string; readonly needs: Needs }

const methods = ['get', 'post', 'put', 'delete', 'patch']

type Document = { paths: Record<string, Record<string, { 'x-needs'?: Needs }>> }

const operationsIn = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({ method: method.toUpperCase(), path, needs: item[method]!['x-needs']! })),
  )

/** No such record exists, so allowed calls change nothing. */
const addressOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '999999')

const lets = (role: Role, needs: Needs): boolean => {
  if (needs === 'signed-in' || needs === 'own-account' || needs === 'anyone') return true
  return (typeof needs === 'string' ? [needs] : needs).some((one) => may(role, one))
}

const newUser = async (admin: Client, base: string, role: Role): Promise<Client> => {
  const { body } = await admin('POST', '/api/access/users', {
    username: `bare-${role}`,
    name: role,
    role,
  })
  const [, code] = (body.data as { link: string }).link.split('#')
  const user = client(base)
  await user('PUT', '/api/access/code', { code, password: 'fire ulike ord uten mening' })
  return user
}

const statusOf = async (base: string, someone: Client, { method, path }: Operation) => {
  const cookie = [...someone.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(base + addressOf(path), {
    method,
    redirect: 'manual',
    headers: { cookie, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
  })
  await reply.body?.cancel()
  return reply.status
}

test('each role can make exactly the calls that it has the permission for', async (t) => {
  const { base } = await sharedSystem()
  const admin = client(base)
  await admin('POST', '/api/session', { ...administrator })
  const document = (await admin('GET', '/api/docs/json')).body
  keepsOpenApiRules(t, document as unknown as OpenApi)
  const operations = operationsIn(document as never)
  const undeclared = operations.filter(({ needs }) => needs === undefined)
  t.same(undeclared, [], 'every call has a permission')
  t.ok(operations.length > 60, `${operations.length} calls`)

  // Without the calls open to 'anyone': they need no role, and logging out would end the test.
  const walked = operations.filter(({ needs }) => needs !== 'anyone')
  for (const role of Object.keys(roles) as Role[]) {
    const someone = await newUser(admin, base, role)
    for (const operation of walked) {
      const status = await statusOf(base, someone, operation)
      const expected = lets(role, operation.needs)
      const text = `${role} ${operation.method} ${operation.path}: ${status}`
      t.equal(status !== 403, expected, text)
      t.ok(status !== 401 && status < 500, text)
    }
  }
  const stranger = client(base)
  for (const operation of walked)
    t.equal(await statusOf(base, stranger, operation), 401, `nobody ${operation.path}`)
})
