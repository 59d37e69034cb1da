import { ClipboardPaste } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../lib/button.tsx'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useMay } from '../../session/session.ts'
import type { Assembly } from '../shared/assembly.ts'
import type { Pasted } from './lines-api.ts'
import { notifyPasted, UndoNotice } from './undo-paste.tsx'

const PasteDialog = lazyDialog(() => import('./paste-dialog.tsx'), 'PasteDialog')

const isTyping = ({ target }: ClipboardEvent) =>
  target instanceof Element && target.closest('input, textarea') !== null
const isAlone = () => document.querySelectorAll('[role=dialog]').length === 1

/** Listens on the document, so that rows can be pasted wherever the focus is. */
const usePastedRows = (isWanted: boolean, onRows: (text: string) => void): void => {
  useEffect(() => {
    if (!isWanted) return undefined
    const read = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (/[\t\n]/.test(text) && !isTyping(event) && isAlone()) onRows(text)
    }
    document.addEventListener('paste', read)
    return () => document.removeEventListener('paste', read)
  }, [isWanted, onRows])
}

/** Everything a dialog needs to paste rows: button, dialog, and undo notice. */
export const usePasting = (assembly: Assembly) => {
  const mayEdit = useMay('edit')
  const [text, setText] = useState<string | null>(null)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  usePastedRows(mayEdit, setText)
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
