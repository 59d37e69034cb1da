import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { useAutofocus } from '../../form/use-autofocus.ts'
import { useDraft } from '../../form/use-draft.tsx'
import { Button } from '../../lib/button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { count } from '../../lib/format.ts'
import { Empty, Loaded } from '../../lib/panel.tsx'
import { Spinner } from '../../lib/spinner.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import type { Assembly, Link } from '../shared/assembly.ts'
import { CandidateList } from './candidate-list.tsx'
import { quantityOf, titleOf, useCandidates } from '../shared/candidates.ts'
import { lastOrder, useAllLinks } from '../shared/links.ts'
import { Kinds } from './kind-filter.tsx'
import { NewRecord } from './new-record.tsx'
import { PickedList, QuantityInput, type PickedRow } from './picked-list.tsx'
import { useAddPicked } from './use-add-picked.ts'
import { usePicked } from './use-picked.ts'

type Props = {
  assembly: Assembly
  kind: LinkKind
  /** Of the kind that was looked through last. */
  onAdded: (kind: LinkKind) => void
  onClose: () => void
}

const isIn = (links: readonly Link[] | undefined, { candidate }: PickedRow) =>
  links?.some(({ itemId }) => itemId === candidate.record.id) ?? false

/** Picks items for an assembly: several at once, each in its quantity, of one kind after the other. */
export const Picker = ({ assembly, kind: first, onAdded, onClose }: Props) => {
  const [kind, setKind] = useState(first)
  const texts = linkTexts[kind]
  const [search, setSearch] = useState('')
  const links = useAllLinks(assembly.id)
  const { total, isCut, ...found } = useCandidates({
    assembly,
    kind,
    links: links[kind],
    search,
  })
  const picked = usePicked()
  const [quantity, setQuantity] = useState('1')
  const hasPicked = picked.rows.length > 0
  const draft = useDraft({
    of: `picked/${assembly.id}`,
    values: hasPicked ? { rows: picked.rows, quantity } : null,
    onFetch: (kept) => {
      picked.add(kept.rows.filter((row) => !isIn(links[row.kind], row)))
      setQuantity(kept.quantity)
    },
    text: 'Det du har valgt, er ikke lagt til.',
    onClose,
  })
  const quantityId = useId()
  const list = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useAutofocus(body)
  const { busy, add } = useAddPicked(assembly.id, (one) => lastOrder(links[one]))

  const lookThrough = (other: LinkKind) => {
    setKind(other)
    // It has found what was looked for, and is no name of what is missed among others.
    if (hasPicked) setSearch('')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!hasPicked || busy) return
    const all = picked.rows.map((row) => ({
      ...row,
      quantity: quantityOf(row.quantity ?? quantity),
    }))
    if (!(await add(all))) return
    draft.forget()
    onAdded(kind)
    onClose()
  }
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') list.current?.focus()
    // Enter in the search box would send the form before anything was seen.
    if (event.key === 'Enter' || event.key === 'ArrowDown') event.preventDefault()
  }

  return (
    <Dialog
      onClose={draft.close}
      title={linkTexts[first].add}
      description={assembly.name}
      size="lg"
      busy={busy}
      onSubmit={(event) => void submit(event)}
      footer={
        <footer className="flex flex-wrap items-end justify-between gap-3 border-t border-line px-5 py-3">
          <div className="flex flex-col gap-1">
            <label htmlFor={quantityId} className="text-sm font-medium">
              Antall
            </label>
            <QuantityInput
              id={quantityId}
              value={quantity}
              onChange={setQuantity}
              className="w-28"
            />
          </div>
          <div className="ml-auto flex gap-2">
            <Button onClick={draft.close} disabled={busy}>
              Avbryt
            </Button>
            <Button type="submit" look="primary" disabled={!hasPicked || busy}>
              {busy && <Spinner />}
              {busy
                ? 'Legger til...'
                : picked.rows.length > 1
                  ? `Legg til ${picked.rows.length}`
                  : 'Legg til'}
            </Button>
          </div>
        </footer>
      }
    >
      <div ref={body} className="flex h-[68dvh] low:h-auto flex-col gap-3 px-5 py-4">
        {draft.offer}
        <input
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={onSearchKey}
          placeholder={texts.search}
          aria-label={texts.search}
          className="control shrink-0"
        />
        <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Kinds chosen={kind} onChange={lookThrough} />
          <NewRecord
            kind={kind}
            search={search}
            onMade={(record) => {
              const candidate = {
                record,
                title: titleOf(kind, record),
                badges: [],
                circle: undefined,
              }
              picked.set(kind, [candidate], true)
            }}
          />
        </div>
        <Loaded
          {...found}
          loading={`Laster ${texts.many}...`}
          failed={`Kunne ikke laste ${texts.many}`}
        >
          {(candidates) =>
            candidates.length > 0 ? (
              <>
                <CandidateList
                  key={kind}
                  label={texts.tab}
                  candidates={candidates}
                  isPicked={(id) => picked.has(kind, id)}
                  onPick={(some, isPicked) => picked.set(kind, some, isPicked)}
                  list={list}
                />
                <output className="shrink-0 text-sm text-muted">
                  Viser {count(candidates.length)} av {count(total)} {texts.many}
                  {isCut && '. Søk for å finne flere.'}
                </output>
              </>
            ) : (
              <Empty>{search.trim() ? `Ingen ${texts.many} matcher søket` : texts.noneLeft}</Empty>
            )
          }
        </Loaded>
        {hasPicked && (
          <PickedList
            rows={picked.rows}
            common={quantity}
            onQuantity={picked.setQuantity}
            onDrop={picked.drop}
          />
        )}
      </div>
      {draft.question}
    </Dialog>
  )
}
