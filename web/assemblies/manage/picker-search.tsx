import { Plus } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { Button } from '../../lib/button.tsx'
import { MakeRecord } from '../../lib/make-record.tsx'
import type { PickedRecord } from '../shared/assembly.ts'
import { linkTexts } from '../shared/link-texts.ts'

type KindsProps = { chosen: LinkKind; onChange: (kind: LinkKind) => void }

/** Which kind is looked through. What is picked of the others stays picked. */
const Kinds = ({ chosen, onChange }: KindsProps) => (
  <fieldset className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
    <legend className="sr-only">Slag</legend>
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

type Props = {
  kind: LinkKind
  onKind: (kind: LinkKind) => void
  search: string
  onSearch: (search: string) => void
  onMade: (made: PickedRecord) => void
  list: RefObject<HTMLElement | null>
}

export const PickerSearch = ({ kind, onKind, search, onSearch, onMade, list }: Props) => {
  const texts = linkTexts[kind]
  const { entity } = linkKinds[kind]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') list.current?.focus()
    // Enter would send the form before anything was seen.
    if (event.key === 'Enter' || event.key === 'ArrowDown') event.preventDefault()
  }
  return (
    <>
      <input
        type="search"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={onKeyDown}
        placeholder={texts.search}
        aria-label={texts.search}
        className="control shrink-0"
      />
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Kinds chosen={kind} onChange={onKind} />
        <MakeRecord
          of={entity}
          initial={{ [entityNamed(entity).title]: search.trim() }}
          onMade={(made) => onMade(made as PickedRecord)}
        >
          {(open) => (
            <Button small icon={<Plus />} onClick={open}>
              {`Ny ${texts.one}`}
            </Button>
          )}
        </MakeRecord>
      </div>
    </>
  )
}
