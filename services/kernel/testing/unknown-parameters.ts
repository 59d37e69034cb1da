import type { Test } from 'tap'

type Parameter = {
  readonly name: string
  readonly in: string
  readonly schema?: { readonly enum?: readonly string[] }
}
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> }
}
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

type TestRequest = {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly body: unknown
}
type TestResponse = { readonly status: number; readonly body: { readonly details?: unknown } }

const strange = ['ukjent', 'asOf', 'from']

/** Calls every operation in the OpenAPI document with unknown parameters. */
export const refusesUnknownParameters = async (
  t: Test,
  paths: Paths,
  send: (request: TestRequest) => Promise<TestResponse>,
): Promise<number> => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
  )
  for (const { path, method, parameters = [], requestBody } of operations) {
    const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
    const [type = 'application/json', content] = Object.entries(requestBody?.content ?? {})[0] ?? []
    const address = path
      .replace(/(?<=\/(projects|jobs|uploads)\/)\{\w+\}/, '0198c0de-0000-7000-8000-000000000001')
      .replace('/pricing/{id}', '/pricing/componenttype-1')
      .replace('{entity}', 'componenttypes')
      .replaceAll(
        /\{(\w+)\}/g,
        (_, name) => parameters.find((one) => one.name === name)?.schema?.enum?.[0] ?? '1',
      )
    for (const name of strange.filter((one) => !known.includes(one))) {
      const url = `${address}?${name}=1`
      const { status, body } = await send({ method, url, type, body: content?.example })
      const errors = [body.details].flat() as readonly { path: string; message: string }[]
      t.equal(status, 400, `${method} ${url}`)
      t.equal(errors.find((one) => one?.path === name)?.message, 'Ukjent felt', `${method} ${url}`)
    }
  }
  return operations.length
}
