import type { ReactNode } from 'react'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import type { Field, Kind, Value } from '#contracts/fields.ts'
import { Badge } from '../lib/badge.tsx'
import { fileName } from '../lib/file-name.ts'
import { FileLink, MailLink, PhoneLink, SiteLink } from './links.tsx'
import { textOf, valueOf, type KeyOf } from './field-text.ts'

const absent = { suppliers: 'Ingen leverandør', manufacturers: 'Ingen produsent' }

/** Kinds that are more than their text. */
const shown: Partial<Record<Kind, (text: string, field: Field, value: Value) => ReactNode>> = {
  email: (text) => text && <MailLink address={text} />,
  phone: (text) => text && <PhoneLink number={text} />,
  url: (text) => text && <SiteLink address={text} />,
  reference: (text, { to }) => text || <Badge>{absent[to!]}</Badge>,
  flag: (text) => <Badge tone={text === 'Ja' ? 'success' : 'neutral'}>{text}</Badge>,
  file: (text) => text && <FileLink href={text}>{fileName(text)}</FileLink>,
  files: (text, _field, paths) =>
    text && (
      <ul className="flex flex-col">
        {(paths as readonly string[]).map((path) => (
          <li key={path}>
            <FileLink href={path}>{fileName(path)}</FileLink>
          </li>
        ))}
      </ul>
    ),
  multiline: (text) => text && <span className="whitespace-pre-line">{text}</span>,
}

/** A field of a record, in a cell or a detail line. '' when there is nothing to show. */
export const showField = <E extends Entity>(
  entity: E,
  row: AnyRecord,
  key: KeyOf<E>,
): ReactNode => {
  const field = entity.fields[key]!
  const text = textOf(entity, row, key)
  return shown[field.kind]?.(text, field, valueOf(entity, row, key)) ?? text
}
