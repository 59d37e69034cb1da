import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../lib/button.tsx'
import type { Pasted } from './lines-api.ts'
import { pastedText, undoPaste } from './undo-paste.ts'

type Props = { assemblyId: number; pasted: Pasted; onGone: () => void }

/** What was just done, and the way back. */
export const UndoNotice = ({ assemblyId, pasted, onGone }: Props) => {
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    const isDone = await undoPaste(assemblyId, pasted)
    setBusy(false)
    if (isDone) onGone()
  }
  return (
    <output className="flex items-center gap-3 border-b border-line bg-accent-soft px-5 py-2">
      <span className="min-w-0 flex-1">{pastedText(pasted)}.</span>
      <Button small icon={<Undo2 />} disabled={busy} onClick={() => void undo()}>
        Angre
      </Button>
      <IconButton label="Skjul" icon={<X />} onClick={onGone} />
    </output>
  )
}
