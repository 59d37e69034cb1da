import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { quantityLimits, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { useAutofocus } from '../../form/use-autofocus.ts'
import { Button } from '../../lib/button.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { count } from '../../lib/format.ts'
import { Spinner } from '../../lib/spinner.tsx'
import type { Assembly, Link } from '../shared/assembly.ts'
import { Empty, Loaded } from '../../lib/panel.tsx'
import { useAddSelected } from './submit-change.ts'
import { CandidateList } from './candidate-list.tsx'
import { quantityOf, useCandidates, type Candidate } from './candidates.ts'
import { linkTexts } from '../shared/link-texts.ts'

type Props = {
  assembly: Assembly
  kind: LinkKind
  links: readonly Link[]
  onClose: () => void
}

type Selected = ReadonlyMap<number, Candidate>

const toggled = (selected: Selected, candidate: Candidate): Selected => {
  const { record, circle } = candidate
  if (circle !== undefined) return selected
  const others = [...selected].filter(([id]) => id !== record.id)
  return new Map(selected.has(record.id) ? others : [...others, [record.id, candidate]])
}

/** Picks items of one kind for an assembly: several at once, all in the same quantity. */
export const Picker = (props: Props) => {
  const { assembly, kind, onClose } = props
  const texts = linkTexts[kind]
  const [search, setSearch] = useState('')
  const { total, isCut, ...found } = useCandidates({ ...props, search })
  const [selected, setSelected] = useState<Selected>(new Map())
  const [quantity, setQuantity] = useState('1')
  const list = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useAutofocus(body)
  const { busy, add } = useAddSelected(assembly.id, kind)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (selected.size === 0 || busy) return
    const left = await add([...selected.values()], quantityOf(quantity))
    if (left.length === 0) onClose()
    else setSelected(new Map(left.map((candidate) => [candidate.record.id, candidate])))
  }
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') list.current?.focus()
    // Enter in the search box would send the form before anything was seen.
    if (event.key === 'Enter' || event.key === 'ArrowDown') event.preventDefault()
  }

  return (
    <Dialog
      onClose={onClose}
      title={texts.add}
      description={assembly.name}
      size="lg"
      busy={busy}
      onSubmit={(event) => void submit(event)}
      footer={
        <footer className="flex flex-wrap items-end justify-between gap-3 border-t border-line px-5 py-3">
          <div className="flex items-end gap-3">
            <label className="flex flex-col gap-1 text-sm font-medium">
              Antall
              <input
                type="number"
                min={quantityLimits.min}
                max={quantityLimits.max}
                step={1}
                value={quantity}
                onChange={({ target }) => setQuantity(target.value)}
                onBlur={() => setQuantity(String(quantityOf(quantity)))}
                className="control w-28 text-base font-normal tabular-nums"
              />
            </label>
            <p aria-live="polite" className="pb-2 text-sm text-muted">
              {selected.size > 1 ? `av hver · ${selected.size} valgt` : ''}
            </p>
          </div>
          <div className="ml-auto flex gap-2">
            <Button onClick={onClose} disabled={busy}>
              Avbryt
            </Button>
            <Button type="submit" look="primary" disabled={selected.size === 0 || busy}>
              {busy && <Spinner />}
              {busy
                ? 'Legger til...'
                : selected.size > 1
                  ? `Legg til ${selected.size}`
                  : 'Legg til'}
            </Button>
          </div>
        </footer>
      }
    >
      <div ref={body} className="flex h-[58dvh] low:h-[90dvh] flex-col gap-3 px-5 py-4">
        <input
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={onSearchKey}
          placeholder={texts.search}
          aria-label={texts.search}
          className="control shrink-0"
        />
        <Loaded
          {...found}
          loading={`Laster ${texts.many}...`}
          failed={`Kunne ikke laste ${texts.many}`}
        >
          {(candidates) =>
            candidates.length > 0 ? (
              <>
                <CandidateList
                  label={texts.tab}
                  candidates={candidates}
                  selected={selected}
                  onToggle={(candidate) => setSelected(toggled(selected, candidate))}
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
      </div>
    </Dialog>
  )
}
