import { GripVertical, SlidersHorizontal } from 'lucide-react'
import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { linkChanges } from '#contracts/assembly/links.ts'
import { parse } from '#contracts/validation.ts'
import { remove, save } from '../../lib/api.ts'
import { Badge } from '../../lib/badge.tsx'
import { IconButton, RemoveButton } from '../../lib/button.tsx'
import { count } from '../../lib/format.ts'
import { Highlight } from '../../lib/highlight.tsx'
import { RecordLink } from '../../lib/record-link.tsx'
import { toast } from '../../lib/toasts.tsx'
import { useMay } from '../../session/session.ts'
import type { Link } from '../shared/assembly.ts'
import { badges, titleOf, unitOf } from '../shared/candidates.ts'
import { linkPath } from '../shared/links.ts'
import { TitleLine } from '../shared/title-line.tsx'
import { submitChange } from '../../lib/submit-change.ts'
import { InlineEdit } from './inline-edit.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import type { Drag, Handle as HandleProps } from './use-reorder.ts'

type Props = { assemblyId: number; link: Link }
type EditProps = Props & { title: string; mayEdit: boolean }

const saveChanges = async (assemblyId: number, link: Link, typed: unknown): Promise<boolean> => {
  const parsed = parse(linkChanges, typed)
  if (!parsed.ok) {
    toast({ title: 'Feil', lines: parsed.errors.map(({ message }) => message), destructive: true })
    return false
  }
  return submitChange({
    send: () => save('PUT', linkPath(assemblyId, link), parsed.value),
    failed: 'Kunne ikke lagre endringen',
  })
}

const Quantity = ({ assemblyId, link, title, mayEdit }: EditProps) => {
  const shown = (
    <span className="tabular-nums">
      {count(link.quantity)} <span className="text-muted">{unitOf(link.record)}</span>
    </span>
  )
  if (!mayEdit) return <span className="w-24 px-1.5 text-right">{shown}</span>
  return (
    <InlineEdit
      of={`${linkPath(assemblyId, link)}/quantity`}
      label="Antall"
      hint={`Endre antall for ${title}`}
      value={String(link.quantity)}
      shown={shown}
      numeric
      className="w-24 text-right"
      save={(typed) =>
        saveChanges(assemblyId, link, { quantity: Number(typed.replaceAll(/\s/g, '')) })
      }
    />
  )
}

const Notes = ({ assemblyId, link, title, mayEdit }: EditProps) => {
  if (!mayEdit) return link.notes && <p className="text-sm break-words text-muted">{link.notes}</p>
  return (
    <InlineEdit
      of={`${linkPath(assemblyId, link)}/notes`}
      label="Notat"
      hint={link.notes ? `Endre notat for ${title}` : `Skriv et notat for ${title}`}
      value={link.notes ?? ''}
      shown={
        link.notes ? (
          <span className="text-muted">{link.notes}</span>
        ) : (
          <span className="text-faint">Notat...</span>
        )
      }
      className="mt-0.5 -ml-1.5 w-full text-sm"
      save={(notes) => saveChanges(assemblyId, link, { notes })}
    />
  )
}

const Handle = ({ title, handle }: { title: string; handle: HandleProps }) => (
  <IconButton
    label={`Flytt ${title}`}
    title="Dra, eller bruk piltastene"
    icon={<GripVertical aria-hidden />}
    data-handle
    className="-ml-2 cursor-grab touch-none active:cursor-grabbing"
    {...handle}
  />
)

const dropLook = (index: number, drag: Drag | null): string => {
  if (drag?.from === index) return 'opacity-50'
  if (drag?.to !== index) return ''
  return drag.to < drag.from
    ? 'shadow-[0_-2px_0_var(--color-accent)]'
    : 'shadow-[0_2px_0_var(--color-accent)]'
}

const Named = ({ link: { kind, itemId, record }, title }: Pick<EditProps, 'link' | 'title'>) => (
  <TitleLine
    title={
      <RecordLink to={linkKinds[kind].entity} id={itemId}>
        <Highlight text={title} />
      </RecordLink>
    }
  >
    {badges(kind, record).map((text) => (
      <Badge key={text}>
        <Highlight text={text} />
      </Badge>
    ))}
  </TitleLine>
)

const removeLink = ({ assemblyId, link }: Props) =>
  submitChange({
    send: () => remove(linkPath(assemblyId, link)),
    done: { title: linkTexts[link.kind].removed },
    failed: linkTexts[link.kind].removeFailed,
  })

type RowProps = Props & {
  index: number
  drag: Drag | null
  /** Null: the order cannot be changed. */
  handle: HandleProps | null
  onManage: (id: number) => void
}

export const LinkRow = ({ index, drag, handle, onManage, ...props }: RowProps) => {
  const { link } = props
  const mayEdit = useMay('edit')
  const title = titleOf(link.kind, link.record)
  const edited = { ...props, title, mayEdit }
  return (
    <li className={`flex flex-wrap items-start gap-2 py-2 ${dropLook(index, drag)}`}>
      {handle && <Handle title={title} handle={handle} />}
      <div className="min-w-0 flex-1">
        <Named link={link} title={title} />
        <Notes {...edited} />
      </div>
      <Quantity {...edited} />
      {link.kind === 'subassembly' && (
        <IconButton
          label={`Administrer ${title}`}
          icon={<SlidersHorizontal aria-hidden />}
          onClick={() => onManage(link.itemId)}
        />
      )}
      {mayEdit && <RemoveButton label={`Fjern ${title}`} onClick={() => void removeLink(props)} />}
    </li>
  )
}
