import { useEffect, useState, type ComponentType } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { toast } from './toasts.tsx'
import { useFocusBack } from './use-focus-back.ts'

export type LazyDialog<P> = ComponentType<P> & { readonly preload: () => void }
type Loader<P> = () => Promise<ComponentType<P>>
type Closed = { onClose: () => void }

/** React.lazy would delay showing the dialog by 300 ms, and the first letters typed would be lost. */
const createLoaded = <P extends object>(load: Loader<P>) => {
  let loaded: ComponentType<P> | null = null
  const get = async () => (loaded ??= await load())
  const Loaded = (props: P) => {
    const [Dialog, setDialog] = useState(() => loaded)
    const [failure, setFailure] = useState<Error | null>(null)
    useEffect(() => {
      if (!Dialog) get().then((found) => setDialog(() => found), setFailure)
    }, [Dialog])
    if (failure) throw failure
    return Dialog && <Dialog {...props} />
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
