import { Trash2 } from 'lucide-react'
import { linkChanges } from '#contracts/assembly/links.ts'
import { parse } from '#contracts/validation.ts'
import { remove, save } from '../../lib/api.ts'
import { Badge } from '../../lib/badge.tsx'
import { IconButton } from '../../lib/button.tsx'
import { count } from '../../lib/format.ts'
import { toast } from '../../lib/toasts.tsx'
import type { Link } from '../shared/assembly.ts'
import { badges, titleOf, unitOf } from './candidates.ts'
import { submitChange } from './submit-change.ts'
import { InlineEdit } from './inline-edit.tsx'
import { linkTexts } from '../shared/link-texts.ts'
import { linkPath } from './links.ts'

type Props = { assemblyId: number; link: Link; readOnly: boolean }

const saveChanges = async (assemblyId: number, link: Link, typed: unknown) => {
  const parsed = parse(linkChanges, typed)
  if (!parsed.ok) {
    toast({ title: 'Feil', lines: parsed.errors.map(({ message }) => message), destructive: true })
    return
  }
  await submitChange({
    send: () => save('PUT', linkPath(assemblyId, link), parsed.value),
    failed: 'Kunne ikke lagre endringen',
  })
}

const Quantity = ({ assemblyId, link, readOnly }: Props) => {
  const title = titleOf(link.kind, link.record)
  const shown = (
    <span className="tabular-nums">
      {count(link.quantity)} <span className="text-muted">{unitOf(link.record)}</span>
    </span>
  )
  if (readOnly) return <span className="w-24 px-1.5 text-right">{shown}</span>
  return (
    <InlineEdit
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

const Notes = ({ assemblyId, link, readOnly }: Props) => {
  const title = titleOf(link.kind, link.record)
  if (readOnly) return link.notes && <p className="text-sm text-muted">{link.notes}</p>
  return (
    <InlineEdit
      label="Notat"
      hint={link.notes ? `Endre notat for ${title}` : `Skriv et notat for ${title}`}
      value={link.notes ?? ''}
      shown={
        link.notes ? (
          <span className="text-muted">{link.notes}</span>
        ) : (
          <span className="text-faint">Notat …</span>
        )
      }
      className="mt-0.5 -ml-1.5 w-full text-sm"
      save={(notes) => saveChanges(assemblyId, link, { notes })}
    />
  )
}

/** A linked item: its quantity and notes are edited where they stand. */
export const LinkRow = (props: Props) => {
  const { assemblyId, link, readOnly } = props
  const texts = linkTexts[link.kind]
  const title = titleOf(link.kind, link.record)
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium break-words">{title}</span>
          {badges(link.kind, link.record).map((text) => (
            <Badge key={text}>{text}</Badge>
          ))}
        </div>
        <Notes {...props} />
      </div>
      <Quantity {...props} />
      {!readOnly && (
        <IconButton
          label={`Fjern ${title}`}
          icon={<Trash2 aria-hidden />}
          destructive
          onClick={() =>
            void submitChange({
              send: () => remove(linkPath(assemblyId, link)),
              done: { title: texts.removed },
              failed: texts.removeFailed,
            })
          }
        />
      )}
    </li>
  )
}
