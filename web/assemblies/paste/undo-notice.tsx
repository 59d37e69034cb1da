import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../lib/button.tsx'
import { count } from '../../lib/format.ts'
import { submitChange } from '../shared/submit-change.ts'
import { takeBack, type Pasted } from './lines-api.ts'

type Props = { assemblyId: number; pasted: Pasted; onGone: () => void }

/** What was just done, and the way back. */
export const UndoNotice = ({ assemblyId, pasted, onGone }: Props) => {
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    const isDone = await submitChange({
      send: async () => {
        if (!(await takeBack(assemblyId, pasted))) throw new Error('It was changed since')
      },
      done: { title: 'Angret', text: 'Stykklisten er som før.' },
      failed: 'Kunne ikke angre: Noe av det er endret siden.',
    })
    setBusy(false)
    if (isDone) onGone()
  }
  const text =
    pasted.count === 1 ? '1 linje er lagt til' : `${count(pasted.count)} linjer er lagt til`
  return (
    <output className="flex items-center gap-3 border-b border-line bg-accent-soft px-5 py-2">
      <span className="min-w-0 flex-1">{text}.</span>
      <Button small icon={<Undo2 />} disabled={busy} onClick={() => void undo()}>
        Angre
      </Button>
      <IconButton label="Skjul" icon={<X />} onClick={onGone} />
    </output>
  )
}
