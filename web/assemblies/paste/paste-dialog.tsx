import { use, useRef, useState, type FormEvent } from 'react'
import { linkKinds, mostLines, type PartKind } from '#contracts/assembly/link-kinds.ts'
import { useAutofocus } from '../../form/use-autofocus.ts'
import { useDraft } from '../../form/use-draft.tsx'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../lib/button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { count } from '../../lib/format.ts'
import { MakeDialogs } from '../../lib/make-record.tsx'
import { Spinner } from '../../lib/spinner.tsx'
import type { Assembly } from '../shared/assembly.ts'
import { VirtualList } from '../shared/virtual-list.tsx'
import type { Pasted } from './lines-api.ts'
import { PasteArea } from './paste-area.tsx'
import { PasteRow } from './paste-row.tsx'
import type { Row } from './plan.ts'
import { tableIn } from './read-rows.ts'
import { usePaste } from './use-paste.ts'

type Props = {
  assembly: Assembly
  /** What was pasted before the dialog was there. */
  text: string
  onDone: (pasted: Pasted) => void
  onClose: () => void
}

type Paste = ReturnType<typeof usePaste>
type Missing = { row: Row; kind: PartKind }

/** What a row says of a part that is missing. Numbers of the house begin with K. */
const missingPart = ({ number, name }: Row) => ({
  description: name || number,
  [/^K-/i.test(number) ? 'itoArticlenumber' : 'supplierArticlenumber']: number,
})

const pieces = (one: number, single: string, many: string) =>
  one === 0 ? [] : [`${count(one)} ${one === 1 ? single : many}`]

/** What would come of it, in a line. */
const outcomeOf = ({ rows, faults, checked, command }: Paste): string => {
  if (faults.length > 0) return `${count(rows.length)} linjer, ${count(faults.length)} må rettes`
  if (!command || !checked) return 'Kontrollerer ...'
  const added = checked.filter(({ before }) => before === null).length
  const tops = command.lines.filter(({ made }) => made !== undefined).length
  const changed = checked.length - added
  const same = command.lines.length - tops - checked.length
  return [
    ...pieces(added + tops, 'ny linje', 'nye linjer'),
    ...pieces(changed, 'endres', 'endres'),
    ...pieces(same, 'er som før', 'er som før'),
    ...pieces(command.made.length, 'ny sammenstilling', 'nye sammenstillinger'),
  ].join(', ')
}

type RowsProps = { paste: Paste; onMake: Parameters<typeof PasteRow>[0]['onMake'] }

const Rows = ({ paste, onMake }: RowsProps) => {
  const [onlyFaults, setOnlyFaults] = useState(false)
  const { rows, faults, failure } = paste
  const lineOf = new Map(rows.map(({ row }, at) => [row.key, at + 1]))
  const shown = onlyFaults && faults.length > 0 ? faults : rows
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-5">
        <output className="font-medium">{outcomeOf(paste)}</output>
        {faults.length > 0 && (
          <label className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={onlyFaults}
              onChange={({ target }) => setOnlyFaults(target.checked)}
            />
            Vis bare det som må rettes
          </label>
        )}
      </div>
      {(failure ?? paste.matches.error) != null && (
        <p role="alert" className="mx-5 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {messageOf(failure ?? paste.matches.error)}
        </p>
      )}
      <VirtualList label="Rader" items={shown} keyOf={({ row }) => row.key} estimate={49}>
        {(one) => (
          <PasteRow
            judged={one}
            line={lineOf.get(one.row.key)!}
            onChange={paste.change}
            onDrop={paste.drop}
            onMake={onMake}
          />
        )}
      </VirtualList>
    </>
  )
}

/** Rows of a spreadsheet into a stykkliste: looked at and mended first, then done as one. */
export const PasteDialog = ({ assembly, text, onDone, onClose }: Props) => {
  const paste = usePaste(assembly.id, tableIn(text))
  const [missing, setMissing] = useState<Missing | null>(null)
  const dialogs = use(MakeDialogs)
  const NewPart = missing && dialogs[linkKinds[missing.kind].entity]
  const body = useRef<HTMLDivElement>(null)
  useAutofocus(body)
  const { rows, command, checked, busy } = paste
  const tooMany = rows.length > mostLines
  const isReady = command !== null && checked !== null && !tooMany
  const [typed, setTyped] = useState('')
  const isUnsaved = rows.length > 0 || typed.trim() !== ''
  const draft = useDraft({
    of: `pasted/${assembly.id}`,
    values: isUnsaved ? { rows: paste.given, typed } : null,
    onFetch: (kept) => {
      paste.restore(kept.rows)
      setTyped(kept.typed)
    },
    onClose,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const pasted = isReady && !busy ? await paste.run() : null
    if (!pasted) return
    draft.forget()
    onDone(pasted)
  }
  return (
    <Dialog
      onClose={draft.close}
      title="Lim inn eller importer rader"
      description={assembly.name}
      size="xl"
      busy={busy}
      onSubmit={(event) => void submit(event)}
      footer={
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
          {tooMany && (
            <p role="alert" className="mr-auto text-sm text-danger">
              Høyst {count(mostLines)} rader om gangen.
            </p>
          )}
          <Button onClick={draft.close} disabled={busy}>
            Avbryt
          </Button>
          <Button type="submit" look="primary" disabled={!isReady || busy}>
            {busy && <Spinner />}
            {busy
              ? 'Legger til...'
              : rows.length > 0
                ? `Legg til ${count(rows.length)} linjer`
                : 'Legg til'}
          </Button>
        </footer>
      }
    >
      <div ref={body} className="flex h-[62dvh] low:h-[90dvh] flex-col gap-3 py-4">
        {draft.offer && <div className="px-5">{draft.offer}</div>}
        {rows.length > 0 ? (
          <Rows paste={paste} onMake={(row, kind) => setMissing({ row, kind })} />
        ) : (
          <PasteArea typed={typed} onType={setTyped} onTable={paste.read} />
        )}
      </div>
      {missing && NewPart && (
        <NewPart
          initial={missingPart(missing.row)}
          onMade={(made) => paste.made(missing.row, missing.kind, made)}
          onClose={() => setMissing(null)}
        />
      )}
      {draft.question}
    </Dialog>
  )
}
