import type { ReactNode } from 'react'
import type { Field, Kind } from '#contracts/fields.ts'
import { Badge } from '../lib/badge.tsx'
import { fileName } from '../lib/file-name.ts'
import type { Row } from '../lib/row.ts'
import { FileLink, MailLink, PhoneLink, SiteLink } from './links.tsx'
import { textOf, valueOf } from './text-of.ts'

const absent = { suppliers: 'Ingen leverandør', manufacturers: 'Ingen produsent' }

/** Kinds that are more than their text; a missing kind is shown as text. */
const shown: Partial<
  Record<Kind, (text: string, row: Row, key: string, field: Field) => ReactNode>
> = {
  email: (text) => text && <MailLink address={text} />,
  phone: (text) => text && <PhoneLink number={text} />,
  url: (text) => text && <SiteLink address={text} />,
  reference: (text, _row, _key, { to }) => text || <Badge>{absent[to!]}</Badge>,
  flag: (text) => <Badge tone={text === 'Ja' ? 'success' : 'neutral'}>{text}</Badge>,
  file: (text) => text && <FileLink href={text}>{fileName(text)}</FileLink>,
  files: (_text, row, key, field) => {
    const paths = (valueOf(row, key, field) ?? []) as readonly string[]
    if (paths.length === 0) return ''
    return (
      <ul className="flex flex-col">
        {paths.map((path) => (
          <li key={path}>
            <FileLink href={path}>{fileName(path)}</FileLink>
          </li>
        ))}
      </ul>
    )
  },
  multiline: (text) => text && <span className="whitespace-pre-line">{text}</span>,
}

/** A field of a record, in a cell or a detail line. '' when there is nothing to show. */
export const show = (row: Row, key: string, field: Field): ReactNode => {
  const text = textOf(row, key, field)
  return shown[field.kind]?.(text, row, key, field) ?? text
}
