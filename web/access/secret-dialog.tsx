import type { ReactNode } from 'react'
import { Button } from '../lib/button.tsx'
import { CopyButton } from '../lib/copy-button.tsx'
import { Dialog } from '../lib/dialog.tsx'

type Props = {
  title: string
  description: string
  secret: string
  copy: string
  children: ReactNode
  onClose: () => void
}

export const SecretDialog = ({ secret, copy, children, onClose, ...rest }: Props) => (
  <Dialog
    {...rest}
    onClose={onClose}
    footer={
      <>
        <CopyButton text={secret} label={copy} />
        <Button look="primary" onClick={onClose}>
          Ferdig
        </Button>
      </>
    }
  >
    <div className="px-5 py-5">
      <p className="rounded-md border border-line bg-sunken p-3 font-mono text-sm break-all select-all">
        {secret}
      </p>
      <p className="mt-3 text-sm text-muted">{children}</p>
    </div>
  </Dialog>
)
