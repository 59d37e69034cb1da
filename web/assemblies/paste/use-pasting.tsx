import { ClipboardPaste, Undo2, X } from 'lucide-react'
import { useState, useTransition } from 'react'
import { Button, IconButton } from '../../lib/button.tsx'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useWindowEvent } from '../../lib/use-window-event.ts'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import { type Pasted, undoLines } from './lines-api.ts'
import { counted } from '../../lib/format.ts'
import { toast } from '../../lib/toasts.tsx'
import { submitChange } from '../../lib/submit-change.ts'

const pastedText = ({ count: lines }: Pasted): string =>
  `${counted(lines, 'linje', 'linjer')} er lagt til`

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
const notifyPasted = (assembly: Assembly, pasted: Pasted): void =>
  toast({
    title: 'Suksess',
    text: `${pastedText(pasted)} i «${assembly.name}»`,
    action: { label: 'Angre', onSelect: () => void undoPaste(assembly, pasted) },
  })

type Props = { assembly: Assembly; pasted: Pasted; onGone: () => void }

const UndoNotice = ({ assembly, pasted, onGone }: Props) => {
  const [busy, startTransition] = useTransition()
  const undo = async () => {
    if (await undoPaste(assembly, pasted)) onGone()
  }
  return (
    <output className="flex items-center gap-3 border-b border-line bg-accent-soft px-5 py-2">
      <span className="min-w-0 flex-1">{pastedText(pasted)}.</span>
      <Button small icon={<Undo2 />} aria-disabled={busy} onClick={() => startTransition(undo)}>
        Angre
      </Button>
      <IconButton label="Skjul" icon={<X />} onClick={onGone} />
    </output>
  )
}

const PasteDialog = lazyDialog(async () => (await import('./paste-dialog.tsx')).PasteDialog)

const isTyping = ({ target }: ClipboardEvent) =>
  target instanceof Element && target.closest('input, textarea') !== null
const isAlone = () => document.querySelectorAll('[role=dialog]').length === 1

export const usePasting = (assembly: Assembly) => {
  const mayEdit = useMay('edit')
  const [text, setText] = useState<string | null>(null)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  // Rows can be pasted wherever the focus is.
  const read = (event: ClipboardEvent) => {
    const rows = event.clipboardData?.getData('text/plain') ?? ''
    if (/[\t\n]/.test(rows) && !isTyping(event) && isAlone()) setText(rows)
  }
  useWindowEvent('paste', read, mayEdit)
  const done = (all: Pasted) => {
    setPasted(all)
    setText(null)
  }
  return {
    button: mayEdit && (
      <Button small icon={<ClipboardPaste />} onClick={() => setText('')}>
        <span className="max-sm:sr-only">Lim inn eller importer</span>
      </Button>
    ),
    dialog: text !== null && (
      <PasteDialog assembly={assembly} text={text} onDone={done} onClose={() => setText(null)} />
    ),
    notice: pasted && (
      <UndoNotice assembly={assembly} pasted={pasted} onGone={() => setPasted(null)} />
    ),
    tell: () => pasted && notifyPasted(assembly, pasted),
  }
}
