import type { NewToken } from '#contracts/access-answers.ts'
import { Button } from '../lib/button.tsx'
import { CopyButton } from '../lib/copy-button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { dateTime } from '../lib/format.ts'

type Props = { made: NewToken; onClose: () => void }

/** The one time a token is shown. */
export const TokenMadeDialog = ({ made, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title={`API-nøkkelen «${made.name}»`}
    description="Kopier nøkkelen nå. Den vises bare denne ene gangen."
    size="md"
    footer={
      <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">
        <CopyButton text={made.token} label="Kopier nøkkelen" />
        <Button look="primary" onClick={onClose}>
          Ferdig
        </Button>
      </footer>
    }
  >
    <div className="px-5 py-5">
      <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm break-all select-all">
        {made.token}
      </p>
      <p className="mt-3 text-sm text-muted">
        Den virker til {dateTime(made.expiresAt)}, og sendes som{' '}
        <code className="font-mono">Authorization: Bearer</code>.
      </p>
    </div>
  </Dialog>
)
