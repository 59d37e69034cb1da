import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { ApiError, messageOf } from './api-error.ts'
import { Button } from './button.tsx'
import { askServer, seemsLost } from './contact.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { toast } from './toasts.tsx'
import { useFocusBack } from './use-focus-back.ts'

export type LazyDialog<P> = ComponentType<P> & { readonly preload: () => void }
type Loader<P> = () => Promise<ComponentType<P>>
type Closed = { onClose: () => void }

type NotOpenedProps = { text: string; busy: boolean; onRetry: () => void; onClose: () => void }

/** In the place of a dialog whose code, that of dialogs included, could not be loaded. */
const NotOpened = ({ text, busy, onRetry, onClose }: NotOpenedProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal?.(), [])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label="Vinduet kunne ikke åpnes"
      className="m-auto max-w-md rounded-lg bg-surface p-5 text-ink shadow-floating backdrop:bg-scrim"
      onClose={onClose}
    >
      <h2 className="text-lg font-semibold">Vinduet kunne ikke åpnes</h2>
      <p role="alert" className="mt-1 mb-4">
        {text}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Lukk</Button>
        <Button look="primary" aria-disabled={busy} onClick={onRetry}>
          Prøv igjen
        </Button>
      </div>
    </dialog>,
    document.body,
  )
}

/** React.lazy would delay showing the dialog by 300 ms, and the first letters typed would be lost. */
const createLoaded = <P extends Closed>(load: Loader<P>) => {
  let loaded: ComponentType<P> | null = null
  const get = async () => {
    if (loaded) return loaded
    // Chromium remembers a failed import until the page is loaded again: import nothing without contact.
    if (seemsLost()) await askServer()
    return (loaded = await load())
  }
  const Loaded = (props: P) => {
    const [Dialog, setDialog] = useState(() => loaded)
    const [failure, setFailure] = useState<unknown>(null)
    const [busy, setBusy] = useState(false)
    const open = useCallback(
      () =>
        get()
          .then((found) => setDialog(() => found), setFailure)
          .finally(() => setBusy(false)),
      [],
    )
    useEffect(() => {
      if (!Dialog) void open()
    }, [Dialog, open])
    if (Dialog) return <Dialog {...props} />
    if (failure === null) return null
    if (!(failure instanceof ApiError)) throw failure
    const retry = () => {
      setBusy(true)
      void open()
    }
    return (
      <NotOpened text={messageOf(failure)} busy={busy} onRetry={retry} onClose={props.onClose} />
    )
  }
  return { Loaded, get }
}

/** Loads the code on first opening, or earlier with `preload`. If that fails, shows a toast and closes. */
export const lazyDialog = <P extends Closed>(load: Loader<P>): LazyDialog<P> => {
  const { Loaded, get } = createLoaded(load)
  const Opened = (props: P) => {
    useFocusBack()
    const fail = (advice: string) => {
      const text = `Vinduet kunne ikke åpnes. ${advice}`
      toast({ title: 'Feil', text, destructive: true })
      props.onClose()
    }
    return (
      <ErrorBoundary onFail={fail}>
        <Loaded {...props} />
      </ErrorBoundary>
    )
  }
  const preload = () => {
    get().catch((error: unknown) => console.warn(error))
  }
  return Object.assign(Opened, { preload })
}
