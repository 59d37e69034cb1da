import { Button } from '../../lib/button.tsx'
import { Spinner } from '../../lib/spinner.tsx'

type Props = { text: string; busy: boolean; isReady: boolean; onCancel: () => void }

export const AddButtons = ({ text, busy, isReady, onCancel }: Props) => (
  <div className="ml-auto flex gap-2">
    <Button onClick={onCancel} disabled={busy}>
      Avbryt
    </Button>
    <Button type="submit" look="primary" disabled={!isReady || busy}>
      {busy && <Spinner />}
      {busy ? 'Legger til...' : text}
    </Button>
  </div>
)
