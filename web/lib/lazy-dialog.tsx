import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { toast } from './toasts.tsx'

type Loader<P> = () => Promise<ComponentType<P>>
type BoundaryProps = { onFail: () => void; children: ReactNode }

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    const text = 'Vinduet kunne ikke åpnes. Last siden inn på nytt.'
    toast({ title: 'Feil', text, destructive: true })
    this.props.onFail()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/**
 * Gives the focus back to where the dialog was opened from. Dialogs do so themselves, but not the first:
 * their code was not there yet to see where the focus was.
 */
const useFocusBack = () => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus()
      })
    },
    [opener],
  )
}

/**
 * A dialog whose code comes when it is first opened, or a moment before (`preload`, on the way to its
 * button). If it does not come, a toast says so and the dialog counts as closed.
 */
export const lazyDialog = <P extends { onClose: () => void }>(load: Loader<P>) => {
  const Lazy = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>
  const LazyDialog = (props: P) => {
    useFocusBack()
    return (
      <Boundary onFail={props.onClose}>
        <Suspense fallback={null}>
          <Lazy {...props} />
        </Suspense>
      </Boundary>
    )
  }
  const preload = () => {
    load().catch((error: unknown) => console.warn(error))
  }
  return Object.assign(LazyDialog, { preload })
}
