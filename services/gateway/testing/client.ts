type Body = Record<string, unknown> & { readonly data?: unknown; readonly details?: unknown }

export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly text: string
}

export type Client = {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  readonly jar: Map<string, string>
}

const parsed = (text: string): Body => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Has cookies, but sends neither Origin nor Sec-Fetch-Site, like a script. */
export const client = (base: string): Client => {
  const jar = new Map<string, string>()
  const keep = (cookies: readonly string[]) => {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '' || attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
  }
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
  ): Promise<Reply> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const isRaw = typeof body === 'string' || body instanceof FormData
    const reply = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    })
    keep(reply.headers.getSetCookie())
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, text, body: parsed(text) }
  }
  return Object.assign(call, { jar })
}
