import { lazy, Suspense, type ComponentType } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { toast } from './toasts.tsx'
import { useFocusBack } from './use-focus-back.ts'

export type LazyDialog<P> = ComponentType<P> & { readonly preload: () => void }
type Loader<P> = () => Promise<ComponentType<P>>

/**
 * A dialog whose code comes when it is first opened, or a moment before (`preload`, on the way to its
 * button). If it does not come, a toast says so and the dialog counts as closed.
 */
export const lazyDialog = <P extends { onClose: () => void }>(load: Loader<P>): LazyDialog<P> => {
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  const Opened = (props: P) => {
    useFocusBack()
    const fail = (advice: string) => {
      const text = `Vinduet kunne ikke åpnes. ${advice}`
      toast({ title: 'Feil', text, destructive: true })
      props.onClose()
    }
    return (
      <ErrorBoundary onFail={fail}>
        <Suspense fallback={null}>
          <Lazy {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  const preload = () => {
    load().catch((error: unknown) => console.warn(error))
  }
  return Object.assign(Opened, { preload })
}
