import { Dialog } from '../lib/dialog.tsx'
import type { Assembly } from './assembly.ts'
import { WhereUsed } from './where-used.tsx'

type Props = { assembly: Assembly; onClose: () => void }

export const WhereUsedDialog = ({ assembly, onClose }: Props) => (
  <Dialog open onClose={onClose} title="Brukes i" description={assembly.name} size="md">
    <div className="px-5 py-4">
      <WhereUsed collection="assemblytypes" id={assembly.id} />
    </div>
  </Dialog>
)
