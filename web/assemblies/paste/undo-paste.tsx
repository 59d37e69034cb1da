import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../lib/button.tsx'
import { count } from '../../lib/format.ts'
import { toast } from '../../lib/toasts.tsx'
import type { Assembly } from '../shared/assembly.ts'
import { submitChange } from '../shared/submit-change.ts'
import { undoLines, type Pasted } from './lines-api.ts'

const pastedText = ({ count: lines }: Pasted): string =>
  lines === 1 ? '1 linje er lagt til' : `${count(lines)} linjer er lagt til`

/** Resolves to true if everything was undone. */
const undoPaste = ({ id }: Assembly, pasted: Pasted): Promise<boolean> =>
  submitChange({
    send: async () => {
      if (!(await undoLines(id, pasted))) throw new Error('It was changed since')
    },
    done: { title: 'Angret', text: 'Stykklisten er som før.' },
    failed: 'Kunne ikke angre: Noe av det er endret siden.',
  })

/** A toast with «Angre», for when the dialog with UndoNotice has been closed. */
export const notifyPasted = (assembly: Assembly, pasted: Pasted): void =>
  toast({
    title: 'Suksess',
    text: `${pastedText(pasted)} i «${assembly.name}»`,
    action: { label: 'Angre', onSelect: () => void undoPaste(assembly, pasted) },
  })

type Props = { assembly: Assembly; pasted: Pasted; onGone: () => void }

export const UndoNotice = ({ assembly, pasted, onGone }: Props) => {
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    const isDone = await undoPaste(assembly, pasted)
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
