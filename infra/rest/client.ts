/** Only knows the public API, as an external script would. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const keepCookies = (jar: Map<string, string>, headers: Headers) => {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

const parsed = (text: string) => {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return { text }
  }
}

export const createClient = (base: string) => {
  const jar = new Map<string, string>()
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const reply = await fetch(base + path, { ...init, headers })
    keepCookies(jar, reply.headers)
    return { status: reply.status, headers: reply.headers, body: parsed(await reply.text()) }
  }
  const client = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    send(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return Object.assign(client, {
    upload: (path: string, form: FormData, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers, body: form }),
  })
}

export type Client = ReturnType<typeof createClient>

export const signIn = async (base: string, username: string, password: string): Promise<Client> => {
  const client = createClient(base)
  const reply = await client('POST', '/api/session', { username, password })
  if (reply.status !== 200)
    throw new Error(`Sign-in: ${reply.status} ${JSON.stringify(reply.body)}`)
  return client
}

export const accepted = <Data>({ status, body }: Answer, what: string): Data => {
  if (status < 300) return body['data'] as Data
  throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
}

export const create = async <Data = { readonly id: number }>(
  client: Client,
  path: string,
  body: object,
): Promise<Data> => accepted<Data>(await client('POST', path, body), `POST ${path}`)
