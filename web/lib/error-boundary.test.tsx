import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show } from '../testing/screen.tsx'
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

test('a dialog whose code is loaded receives the first letter typed', async (t) => {
  const code = Promise.resolve(() => <p>Innhold</p>)
  const Dialog = lazyDialog<{ onClose: () => void }>(() => code)
  Dialog.preload()
  await code
  await Promise.resolve()
  show(t, <Dialog onClose={() => undefined} />)
  t.ok(screen.queryByText('Innhold'))
})
