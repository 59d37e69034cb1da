import { Button } from '../lib/button.tsx'
import { Dialog } from '../lib/dialog.tsx'
import { dateTime } from '../lib/format.ts'
import type { Invitation } from './api.ts'
import { CopyButton } from '../lib/copy-button.tsx'

type Props = { invitation: Invitation; onClose: () => void }

/** The one time a one-time link is shown. */
export const LinkDialog = ({ invitation: { user, link, expiresAt }, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title="Engangslenke"
    description={`Gi lenken til ${user.name}. Den vises bare denne ene gangen.`}
    size="md"
    footer={
      <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">
        <CopyButton text={link} label="Kopier lenken" />
        <Button look="primary" onClick={onClose}>
          Ferdig
        </Button>
      </footer>
    }
  >
    <div className="px-5 py-5">
      <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm break-all select-all">
        {link}
      </p>
      <p className="mt-3 text-sm text-muted">
        Lenken virker én gang, fram til {dateTime(expiresAt)}.
      </p>
    </div>
  </Dialog>
)
