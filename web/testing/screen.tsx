import './dom.ts'
import { cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { SWRConfig } from 'swr'
import type { Role } from '#contracts/access.ts'
import { entities } from '#contracts/catalogue/index.ts'
import { ApiConfig } from '../lib/api-config.tsx'
import { Toasts } from '../lib/toasts.tsx'
import { setSession } from '../session/session.ts'

export { act, cleanup, fireEvent, screen, within } from '@testing-library/react'

// Shortens errors: testing-library would print the whole document.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message?.split('\n')[0]),
})

/** Waits for a condition. An assertion inside waitFor would count each failed attempt as a test failure. */
export const until = (is: () => boolean): Promise<void> =>
  waitFor(() => {
    if (!is()) throw new Error(`Not so yet: ${is.toString()}`)
  })

type Test = { teardown(fn: () => void): unknown }
type Sent = { method: string; path: string; body: unknown; headers: Headers }
/** By path: a value is the `data` of a GET, and a function answers any method. Lists that it lacks are empty. */
export type Api = Record<string, unknown>
export type Answering = (sent: Sent) => Response | Promise<Response>

const isList = ({ method, path }: Sent): boolean =>
  method === 'GET' && entities.some(({ name }) => path.split('?')[0] === `/api/${name}`)

const answer = (api: Api, sent: Sent): Response | Promise<Response> => {
  const own = api[`${sent.method} ${sent.path}`] ?? api[sent.path]
  if (typeof own === 'function') return (own as Answering)(sent)
  if (own === undefined && !isList(sent))
    return Response.json({ success: false, error: `Ikke i testen: ${sent.path}` }, { status: 404 })
  return Response.json({ success: true, data: own ?? [] })
}

/** Otherwise a toast would still be shown in the next test. */
const closeToast = (): void => {
  const button = document.querySelector('[aria-label="Lukk varsel"]')
  if (button) fireEvent.click(button)
}

/** Renders with a fake API. Returns the requests sent, and a user-event user. */
export const show = (t: Test, element: ReactElement, api: Api = {}, role: Role = 'redaktør') => {
  const sent: Sent[] = []
  const { fetch } = globalThis
  globalThis.fetch = async (input, init = {}) => {
    const call: Sent = {
      method: init.method ?? 'GET',
      path: input as string,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
      headers: new Headers(init.headers),
    }
    sent.push(call)
    return answer(api, call)
  }
  history.replaceState(null, '', '/')
  localStorage.clear()
  setSession({ username: 'kari', name: 'Kari Nordmann', role })
  t.teardown(() => {
    closeToast()
    cleanup()
    globalThis.fetch = fetch
  })
  const shown = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <ApiConfig>
        {element}
        <Toasts />
      </ApiConfig>
    </SWRConfig>,
  )
  closeToast()
  // Without style sheets the pointer-events check makes no sense.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  return { ...shown, sent, user }
}

export type Shown = ReturnType<typeof show>
