import { useRef, type RefObject } from 'react'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import { useAutofocus } from '../../form/use-autofocus.ts'
import { useDraft } from '../../form/use-draft.tsx'
import { Dialog } from '../../lib/dialog.tsx'
import { DialogButtons } from '../../lib/dialog-buttons.tsx'
import { count } from '../../lib/format.ts'
import { Labelled } from '../../lib/labelled.tsx'
import { Empty, Loaded } from '../../lib/loaded.tsx'
import { Outdated } from '../../lib/outdated.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import type { Assembly, Link } from '../shared/assembly.ts'
import { CandidateList } from './candidate-list.tsx'
import { QuantityInput } from '../../fields/quantity-input.tsx'
import { PickedList } from './picked-list.tsx'
import { PickerSearch, usePickerSearch, type SearchState } from './picker-search.tsx'
import { useAddPicked } from './use-add-picked.ts'
import { usePicked, type PickedParts, type PickedRow } from './use-picked.ts'

type CandidatesProps = {
  searchState: SearchState
  picked: PickedParts
  list: RefObject<HTMLDivElement | null>
}

const Candidates = ({ searchState, picked, list }: CandidatesProps) => {
  const { kind, search, found } = searchState
  const texts = linkTexts[kind]
  const none = search.trim() ? `Ingen ${texts.many} matcher søket` : texts.noneLeft
  return (
    <Loaded
      {...found}
      loading={`Laster ${texts.many}...`}
      failed={`Kunne ikke laste ${texts.many}`}
      empty={<Empty>{none}</Empty>}
    >
      {(candidates) => (
        <Outdated is={found.isOld} locked>
          <CandidateList
            key={kind}
            label={texts.tab}
            candidates={candidates}
            isPicked={(id) => picked.isPicked(kind, id)}
            onPick={(some, isPicked) => picked.set(kind, some, isPicked)}
            list={list}
          />
          <output className="shrink-0 text-sm text-muted">
            Viser {count(candidates.length)} av {count(found.total)} {texts.many}
            {found.isCut && '. Søk for å finne flere.'}
          </output>
        </Outdated>
      )}
    </Loaded>
  )
}

type FooterProps = { picked: PickedParts; busy: boolean; onCancel: () => void }

const Footer = ({ picked, busy, onCancel }: FooterProps) => {
  const { rows, common, setCommon } = picked
  return (
    <>
      <Labelled label="Antall">
        <QuantityInput value={common} onChange={setCommon} className="w-28" />
      </Labelled>
      <DialogButtons
        text={rows.length > 1 ? `Legg til ${rows.length}` : 'Legg til'}
        busyText="Legger til..."
        busy={busy}
        isReady={rows.length > 0}
        onCancel={onCancel}
      />
    </>
  )
}

const isIn = (links: readonly Link[] | undefined, { candidate }: PickedRow) =>
  links?.some(({ itemId }) => itemId === candidate.record.id) ?? false

type Props = {
  assembly: Assembly
  kind: LinkKind
  /** Called with the kind that was searched last. */
  onAdded: (kind: LinkKind) => void
  onClose: () => void
}

export const Picker = ({ assembly, kind: first, onAdded, onClose }: Props) => {
  const searchState = usePickerSearch(assembly, first)
  const { kind, links } = searchState
  const picked = usePicked()
  const hasPicked = picked.rows.length > 0
  const draft = useDraft({
    of: `picked/${assembly.id}`,
    values: hasPicked ? { rows: picked.rows, quantity: picked.common } : null,
    onFetch: (kept) => {
      picked.add(kept.rows.filter((row) => !isIn(links[row.kind], row)))
      picked.setCommon(kept.quantity)
    },
    text: 'Det du har valgt, er ikke lagt til.',
    onClose,
  })
  const list = useRef<HTMLDivElement>(null)
  const body = useAutofocus<HTMLDivElement>()
  const { busy, add } = useAddPicked(assembly.id, links)
  const submit = async () => {
    if (!hasPicked || busy || !(await add(picked))) return
    onAdded(kind)
    draft.done()
  }

  return (
    <Dialog
      onClose={draft.close}
      title={linkTexts[first].add}
      description={assembly.name}
      size="lg"
      busy={busy}
      onSubmit={() => void submit()}
      footer={<Footer picked={picked} busy={busy} onCancel={draft.close} />}
    >
      <div ref={body} className="flex h-[68dvh] low:h-auto flex-col gap-3 px-5 py-4">
        {draft.offer}
        <PickerSearch searchState={searchState} picked={picked} list={list} />
        <Candidates searchState={searchState} picked={picked} list={list} />
        {hasPicked && <PickedList picked={picked} />}
      </div>
      {draft.question}
    </Dialog>
  )
}
