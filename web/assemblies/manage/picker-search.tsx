import { Plus } from 'lucide-react'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { MakeButton } from '../../lib/make-record.tsx'
import type { Assembly, PickedRecord } from '../shared/assembly.ts'
import { candidateOf, useCandidates } from '../shared/candidates.ts'
import { useAllLinks, useLinks } from '../shared/links.ts'
import { linkTexts } from '../shared/link-texts.ts'
import type { PickedParts } from './use-picked.ts'

type KindsProps = { chosen: LinkKind; onChange: (kind: LinkKind) => void }

/** The kind to search in. Picked items of other kinds are kept. */
const Kinds = ({ chosen, onChange }: KindsProps) => (
  <fieldset className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
    <legend className="sr-only">Type</legend>
    {kindsOfLink.map((kind) => (
      <label key={kind} className="flex min-h-8 items-center gap-1.5">
        <input
          type="radio"
          name="kind"
          className="size-4 accent-accent"
          checked={kind === chosen}
          onChange={() => onChange(kind)}
        />
        {linkTexts[kind].tab}
      </label>
    ))}
  </fieldset>
)

export const usePickerSearch = (assembly: Assembly, first: LinkKind) => {
  const [kind, setKind] = useState(first)
  const [search, setSearch] = useState('')
  const links = useAllLinks(assembly.id)
  const found = useCandidates({ assembly, kind, links: useLinks(assembly.id, kind), search })
  return { kind, setKind, search, setSearch, links, found }
}
export type SearchState = ReturnType<typeof usePickerSearch>

type Props = { searchState: SearchState; picked: PickedParts; list: RefObject<HTMLElement | null> }

export const PickerSearch = ({ searchState, picked, list }: Props) => {
  const { kind, search, setSearch } = searchState
  const texts = linkTexts[kind]
  const { entity } = linkKinds[kind]
  const chooseKind = (other: LinkKind) => {
    searchState.setKind(other)
    // The search has done its work: clear it, since it would also name a new record of the next kind.
    if (picked.rows.length > 0) setSearch('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') list.current?.focus()
    // Enter would submit the form before the user has picked anything.
    if (event.key === 'Enter' || event.key === 'ArrowDown') event.preventDefault()
  }
  return (
    <>
      <input
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={onKeyDown}
        placeholder={texts.search}
        aria-label={texts.search}
        className="control shrink-0"
      />
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Kinds chosen={kind} onChange={chooseKind} />
        <MakeButton
          small
          icon={<Plus />}
          of={entity}
          with={{
            initial: { [entityNamed(entity).title]: search.trim() },
            onMade: (made) => picked.set(kind, [candidateOf(kind, made as PickedRecord)], true),
          }}
        >
          {texts.make}
        </MakeButton>
      </div>
    </>
  )
}
