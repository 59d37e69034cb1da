import { Dialog } from '../lib/dialog.tsx'
import { WhereUsed } from '../catalogue/where-used.tsx'
import type { Assembly } from './shared/assembly.ts'

type Props = { assembly: Assembly; onClose: () => void }

export const WhereUsedDialog = ({ assembly, onClose }: Props) => (
  <Dialog onClose={onClose} title="Brukes i" description={assembly.name}>
    <div className="px-5 py-4">
      <WhereUsed collection="assemblytypes" id={assembly.id} />
    </div>
  </Dialog>
)
