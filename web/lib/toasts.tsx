import { atom, createStore, useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import { pointerReleased } from './pointer-release.ts'
import type { ToastContent } from './toast-region.tsx'

const store = createStore()
const current = atom<(ToastContent & { id: number; open: boolean }) | null>(null)
let last = 0

const aloud = atom('')

/** Reads a sentence aloud to those who use a screen reader. Dialogs may close meanwhile. */
export const announce = (text: string): void => store.set(aloud, text)

/** Shows a notification in place of the one before: there is at most one. */
export const toast = (content: ToastContent): void =>
  void pointerReleased().then(() => store.set(current, { ...content, id: ++last, open: true }))

const close = () =>
  void pointerReleased().then(() =>
    store.set(current, (shown) => shown && { ...shown, open: false }),
  )

/** The page is there before it: nothing is to be told so soon. */
const Region = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** Notifications to be read and to be heard: outside the app's root, so that an open dialog leaves them usable. */
export const Toasts = () => {
  const shown = useAtomValue(current, { store })
  const spoken = useAtomValue(aloud, { store })
  return createPortal(
    <>
      <ErrorBoundary>
        <Suspense>
          <Region shown={shown} onClose={close} />
        </Suspense>
      </ErrorBoundary>
      <output aria-live="polite" className="sr-only">
        {spoken}
      </output>
    </>,
    document.getElementById('toasts') ?? document.body,
  )
}
