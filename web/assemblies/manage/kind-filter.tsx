import { kindsOfLink, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { linkTexts } from '../shared/link-texts.ts'

type Props = { chosen: LinkKind; onChange: (kind: LinkKind) => void }

/** Which kind is looked through. What is picked of the others stays picked. */
export const Kinds = ({ chosen, onChange }: Props) => (
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
