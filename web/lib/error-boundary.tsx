import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = { children: ReactNode }
type State = { failed: boolean }

/** A page that cannot be shown (its code did not arrive, or has a fault) leaves the rest of the app alone. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="mx-auto max-w-md px-4 py-24 text-center">
        <h1 className="text-xl font-semibold">Siden kunne ikke vises</h1>
        <p className="mt-1 mb-4 text-muted">
          Sjekk nettforbindelsen, og last siden inn på nytt. Det som er lagret, er trygt.
        </p>
        <Button look="primary" onClick={() => location.reload()}>
          Last inn på nytt
        </Button>
      </div>
    )
  }
}
