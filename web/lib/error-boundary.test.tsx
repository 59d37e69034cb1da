import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until } from '../testing/screen.tsx'
import { noteContact } from './contact.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const Gone = () => {
  throw new Error('Failed to fetch dynamically imported module')
}
const page = (script: string) => () => new Response(`<script type="module" src="${script}">`)
const opened = (src: string) => {
  const script = Object.assign(document.createElement('script'), { type: 'module' })
  script.setAttribute('src', src)
  document.head.replaceChildren(script)
}

test('a page with outdated code says that there is a new version', async (t) => {
  t.capture(console, 'error')
  opened('/assets/old.js')
  show(t, <ErrorBoundary>{<Gone />}</ErrorBoundary>, { '/': page('/assets/new.js') })
  t.ok(await screen.findByText(/Det er kommet en ny versjon. Last siden inn på nytt./))
})

test('a page that fails for other reasons asks the user to check the connection', async (t) => {
  t.capture(console, 'error')
  opened('/assets/same.js')
  show(t, <ErrorBoundary>{<Gone />}</ErrorBoundary>, { '/': page('/assets/same.js') })
  t.ok(await screen.findByText(/Sjekk nettforbindelsen, og last siden inn på nytt./))
})

test('a dialog whose code cannot be loaded says so and closes', async (t) => {
  t.capture(console, 'error')
  opened('/assets/old.js')
  const Dialog = lazyDialog<{ onClose: () => void }>(() => Promise.reject(new Error('404')))
  let isClosed = false
  show(t, <Dialog onClose={() => (isClosed = true)} />, { '/': page('/assets/new.js') })
  t.ok(await screen.findByText(/Vinduet kunne ikke åpnes. Det er kommet en ny versjon./))
  t.ok(isClosed)
})

test('a dialog whose code cannot be loaded asks the user to check the connection', async (t) => {
  t.capture(console, 'error')
  opened('/assets/same.js')
  const Dialog = lazyDialog<{ onClose: () => void }>(() => Promise.reject(new Error('offline')))
  show(t, <Dialog onClose={() => undefined} />, { '/': page('/assets/same.js') })
  t.ok(await screen.findByText(/åpnes. Sjekk nettforbindelsen, og last siden inn på nytt./))
})

test('without contact no code of a dialog is asked for, and it opens once there is', async (t) => {
  t.capture(console, 'error')
  let isAsked = false
  const Dialog = lazyDialog<{ onClose: () => void }>(async () => {
    isAsked = true
    return () => <p>Innhold</p>
  })
  let answer = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
  noteContact(false)
  const { user } = show(t, <Dialog onClose={() => undefined} />, { 'HEAD /': () => answer() })
  t.ok(await screen.findByText('Får ikke kontakt med serveren. Prøv igjen om litt.'))
  const retry = screen.getByText('Prøv igjen')
  await user.click(retry)
  await until(() => retry.ariaDisabled !== 'true')
  t.equal(isAsked, false, 'Chromium would remember that it failed')
  answer = () => Promise.resolve(new Response())
  await user.click(retry)
  t.ok(await screen.findByText('Innhold'))
})

test('a dialog whose code is loaded receives the first letter typed', async (t) => {
  const code = Promise.resolve(() => <p>Innhold</p>)
  const Dialog = lazyDialog<{ onClose: () => void }>(() => code)
  Dialog.preload()
  await code
  await Promise.resolve()
  show(t, <Dialog onClose={() => undefined} />)
  t.ok(screen.queryByText('Innhold'))
})
