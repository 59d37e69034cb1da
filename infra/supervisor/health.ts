const reasonOf = (body: string): string => {
  try {
    const { reason, error } = JSON.parse(body)
    return String(reason ?? error ?? '')
  } catch {
    return ''
  }
}

type Asking = { readonly within?: number; readonly token?: string }

/** Null without an answer. With the internal token it is told more than others are. */
export const askHealth = async (url: string, { within = 5000, token = '' }: Asking = {}) => {
  try {
    const reply = await fetch(url, {
      headers: { 'x-internal-token': token },
      signal: AbortSignal.timeout(within),
    })
    return { ok: reply.ok, reason: reasonOf(await reply.text()) }
  } catch {
    return null
  }
}
