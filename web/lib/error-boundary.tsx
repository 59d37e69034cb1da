import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

/** After a new release the old chunk names do not exist any more. */
const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector('script[type=module]')?.getAttribute('src')
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  return Boolean(response?.ok && own) && !(await response!.text()).includes(own!)
}

const adviceFor = (outdated: boolean) =>
  outdated
    ? 'Det er kommet en ny versjon. Last siden inn på nytt.'
    : 'Sjekk nettforbindelsen, og last siden inn på nytt.'

const PageFailure = ({ outdated }: { outdated: boolean }) => (
  <div role="alert" className="mx-auto max-w-md px-4 py-24 text-center">
    <h1 className="text-xl font-semibold">Siden kunne ikke vises</h1>
    <p className="mt-1 mb-4 text-muted">{adviceFor(outdated)} Det som er lagret, er trygt.</p>
    <Button look="primary" onClick={() => location.reload()}>
      Last inn på nytt
    </Button>
  </div>
)

type Props = {
  /** Receives the advice instead of showing it as a page. */
  onFail?: (advice: string) => void
  children: ReactNode
}
type State = { failed: boolean; outdated: boolean }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, outdated: false }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    void isOutdated().then((outdated) => {
      this.setState({ outdated })
      this.props.onFail?.(adviceFor(outdated))
    })
  }

  override render(): ReactNode {
    const { failed, outdated } = this.state
    if (!failed) return this.props.children
    return this.props.onFail ? null : <PageFailure outdated={outdated} />
  }
}
