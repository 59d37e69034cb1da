import { use, useState } from 'react'
import { linkKinds, mostLines, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { useAutofocus } from '../../form/use-autofocus.ts'
import { useDraft } from '../../form/use-draft.tsx'
import { Alert } from '../../lib/alert.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { DialogButtons } from '../../lib/dialog-buttons.tsx'
import { count, counted } from '../../lib/format.ts'
import { MakeDialogs, type MakeDialogProps } from '../../lib/make-record.tsx'
import type { Assembly } from '../shared/assembly.ts'
import type { Pasted } from './lines-api.ts'
import { PasteArea } from './paste-area.tsx'
import { PasteRows } from './paste-rows.tsx'
import type { Row } from './plan.ts'
import { tableIn } from './table.ts'
import { usePaste, type Paste } from './use-paste.ts'

type Missing = { row: Row; kind: PartKind }

/** The initial values of a new part. In-house article numbers start with K. */
const missingPart = ({ number, name }: Row) => ({
  description: name || number,
  [/^K-/i.test(number) ? 'itoArticlenumber' : 'supplierArticlenumber']: number,
})

type NewPartProps = Omit<MakeDialogProps, 'initial'> & { missing: Missing }

const NewPart = ({ missing: { row, kind }, ...rest }: NewPartProps) => {
  const MakeDialog = use(MakeDialogs)[linkKinds[kind].entity]
  return MakeDialog && <MakeDialog initial={missingPart(row)} {...rest} />
}

const Footer = ({ paste, onCancel }: { paste: Paste; onCancel: () => void }) => {
  const { rows, tooMany, changes, busy } = paste
  return (
    <>
      {tooMany && (
        <p role="alert" className="self-center text-sm text-danger">
          Høyst {count(mostLines)} rader om gangen.
        </p>
      )}
      <DialogButtons
        text={rows.length > 0 ? `Legg til ${counted(rows.length, 'linje', 'linjer')}` : 'Legg til'}
        busyText="Legger til..."
        busy={busy}
        isReady={changes !== null && !tooMany}
        onCancel={onCancel}
      />
    </>
  )
}

type UnreadProps = { texts: readonly string[]; isNothingRead: boolean }

const Unread = ({ texts, isNothingRead }: UnreadProps) => {
  if (texts.length === 0) return null
  if (isNothingRead)
    return (
      <div className="px-5">
        <Alert>{texts.join('. ')}</Alert>
      </div>
    )
  return (
    <ul aria-label="Ikke lest" className="px-5 text-sm text-muted">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

type Props = {
  assembly: Assembly
  /** Text that was pasted before the dialog opened. */
  text: string
  onDone: (pasted: Pasted) => void
  onClose: () => void
}

/** Adds pasted rows to a stykkliste: the user corrects them first, then all are saved in one command. */
export const PasteDialog = ({ assembly, text, onDone, onClose }: Props) => {
  const paste = usePaste(assembly.id, tableIn(text))
  const hasRows = paste.rows.length > 0
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState<Missing | null>(null)
  const body = useAutofocus<HTMLDivElement>()
  const draft = useDraft({
    of: `pasted/${assembly.id}`,
    values: hasRows || typed.trim() !== '' ? { rows: paste.given, typed } : null,
    onFetch: (kept) => {
      paste.restore(kept.rows)
      setTyped(kept.typed)
    },
    onClose,
  })
  const submit = async () => {
    const pasted = await paste.run()
    if (!pasted) return
    onDone(pasted)
    draft.done()
  }
  return (
    <Dialog
      onClose={draft.close}
      title="Lim inn eller importer rader"
      description={assembly.name}
      size="xl"
      busy={paste.busy}
      onSubmit={() => void submit()}
      footer={<Footer paste={paste} onCancel={draft.close} />}
    >
      <div ref={body} className="flex h-[62dvh] low:h-[90dvh] flex-col gap-3 py-4">
        {draft.offer && <div className="px-5">{draft.offer}</div>}
        <Unread texts={paste.left} isNothingRead={!hasRows} />
        {hasRows ? (
          <PasteRows paste={paste} onMake={(row, kind) => setMissing({ row, kind })} />
        ) : (
          <PasteArea typed={typed} onType={setTyped} onTable={paste.read} />
        )}
      </div>
      {missing && (
        <NewPart
          missing={missing}
          onMade={(made) => paste.made(missing.row, missing.kind, made)}
          onClose={() => setMissing(null)}
        />
      )}
      {draft.question}
    </Dialog>
  )
}
