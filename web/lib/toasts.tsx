import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { ErrorBoundary } from './error-boundary.tsx'
import { pointerReleased } from './pointer-release.ts'
import type { ToastContent } from './toast-region.tsx'

const store = getDefaultStore()
const current = atom<(ToastContent & { id: number; open: boolean }) | null>(null)
let last = 0

const announcement = atom('')

/** Announces a sentence in a live region, which stays when dialogs close. */
export const announce = (text: string): void => store.set(announcement, text)

/** Replaces the previous toast, since only one is shown. */
export const toast = (content: ToastContent): void =>
  void pointerReleased().then(() => store.set(current, { ...content, id: ++last, open: true }))

const close = () =>
  void pointerReleased().then(() =>
    store.set(current, (shown) => shown && { ...shown, open: false }),
  )

/** Lazy: no toast is needed before the first render. */
const Region = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** A portal outside the app's root: an open modal dialog makes the root inert. */
export const Toasts = () => {
  const shown = useAtomValue(current)
  const spoken = useAtomValue(announcement)
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
