import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Health =
  | { readonly answered: false }
  | { readonly answered: true; readonly ok: boolean; readonly reason: string }

const reasonOf = (body: string): string => {
  try {
    const { reason, error } = JSON.parse(body)
    return String(reason ?? error ?? '')
  } catch {
    return ''
  }
}

type Asking = { readonly within?: number; readonly token?: string }

/** With the internal token it is told more than others are. */
export const askHealth = async (
  url: string,
  { within = 5000, token = '' }: Asking = {},
): Promise<Health> => {
  try {
    const reply = await fetch(url, {
      headers: { 'x-internal-token': token },
      signal: AbortSignal.timeout(within),
    })
    return { answered: true, ok: reply.ok, reason: reasonOf(await reply.text()) }
  } catch {
    return { answered: false }
  }
}

export const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
    socket.setTimeout(2000, () => end(false))
  })

/** Asks again and again until the answer is yes or the signal aborts. */
export const until = async (
  ask: () => Promise<boolean>,
  signal: AbortSignal,
  every = 50,
): Promise<void> => {
  while (!(await ask())) {
    signal.throwIfAborted()
    await sleep(every)
  }
}
