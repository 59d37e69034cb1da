import { Dialog } from '../lib/dialog.tsx'
import { userPath, type Invitation } from './api.ts'
import { SessionsList } from './sessions-list.tsx'
import { TokensList } from './tokens-list.tsx'
import type { Opened } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'

type DialogsProps = {
  opened: Opened
  onInvited: (invitation: Invitation) => void
  onClose: () => void
}

export const UserDialogs = ({ opened, onInvited, onClose }: DialogsProps) => {
  if (opened.kind === 'form')
    return <UserDialog user={opened.user} onInvited={onInvited} onClose={onClose} />
  const { kind, user } = opened
  const path = userPath(user.id)
  return (
    <Dialog
      onClose={onClose}
      title={kind === 'sessions' ? 'Økter' : 'API-nøkler'}
      description={user.name}
    >
      <div className="px-5 py-4">
        {kind === 'sessions' ? (
          <SessionsList owner={path} />
        ) : (
          <TokensList path={`${path}/tokens`} ownerRole={user.role} />
        )}
      </div>
    </Dialog>
  )
}
