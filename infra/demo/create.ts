import type { Answer, Client } from '#infra/rest/client.ts'

export const accepted = <Data>({ status, body }: Answer, what: string): Data => {
  if (status < 300) return body['data'] as Data
  throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
}

export const create = async <Data = { readonly id: number }>(
  client: Client,
  path: string,
  body: object,
): Promise<Data> => accepted<Data>(await client('POST', path, body), `POST ${path}`)
