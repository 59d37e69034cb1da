import type { ReactNode } from 'react'
import { referredEntity } from '#contracts/catalogue/index.ts'
import { nameKey, valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import { emptyOf, type Field, type Kind, type Value } from '#contracts/fields.ts'
import { noSuch } from '#contracts/noun.ts'
import { capitalized } from '#contracts/text.ts'
import { Badge } from '../lib/badge.tsx'
import { FileName } from './file-name.tsx'
import { number } from '../lib/format.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { Highlight } from '../lib/highlight.tsx'
import { FileLink, MailLink, PhoneLink, SiteLink } from './links.tsx'

type TextOf = (value: NonNullable<Value>, field: Field) => string

const withUnit: TextOf = (value, { unit }) =>
  `${typeof value === 'number' ? number(value) : String(value)}${unit ? `\u00a0${unit}` : ''}`
const joined: TextOf = (value) => (value as readonly string[]).join(', ')

const texts: Readonly<Record<Kind, TextOf>> = {
  text: String,
  multiline: String,
  email: String,
  url: String,
  phone: String,
  choice: String,
  suggestion: String,
  reference: String,
  file: String,
  number: withUnit,
  measure: withUnit,
  flag: (value) => (value === true ? 'Ja' : 'Nei'),
  list: joined,
  files: joined,
}

/** For a reference: the name of the record, which answers have beside the id. */
export const valueOf = (entity: Entity, row: AnyRecord, key: string): Value => {
  const isReference = entity.fields[key]!.kind === 'reference'
  return valueAt(row, isReference ? nameKey(key) : key) ?? null
}

const valueText = (field: Field, value: Value): string => {
  const known = value ?? emptyOf(field)
  return known === null || known === '' ? '' : texts[field.kind](known, field)
}
export const textOf = (entity: Entity, row: AnyRecord, key: string): string =>
  valueText(entity.fields[key]!, valueOf(entity, row, key))

export const noReference = (field: Field): string => capitalized(noSuch(referredEntity(field).noun))

/** Kinds that are shown as more than text. */
const shown: Partial<Record<Kind, (text: string, field: Field, value: Value) => ReactNode>> = {
  email: (text) => text && <MailLink address={text} />,
  phone: (text) => text && <PhoneLink number={text} />,
  url: (text) => text && <SiteLink address={text} />,
  reference: (text, field) => text || <Badge>{noReference(field)}</Badge>,
  flag: (text) => <Badge tone={text === 'Ja' ? 'success' : 'neutral'}>{text}</Badge>,
  file: (text) =>
    text && (
      <FileLink href={text}>
        <FileName path={text} />
      </FileLink>
    ),
  files: (text, _field, paths) =>
    text && (
      <ul className="flex flex-col">
        {(paths as readonly string[]).map((path) => (
          <li key={path}>
            <FileLink href={path}>
              <FileName path={path} />
            </FileLink>
          </li>
        ))}
      </ul>
    ),
  multiline: (text) =>
    text && (
      <span className="whitespace-pre-line">
        <Highlight text={text} />
      </span>
    ),
}

export const showValue = (field: Field, value: Value): ReactNode => {
  const text = valueText(field, value)
  return shown[field.kind]?.(text, field, value) ?? text
}
export const showField = (entity: Entity, row: AnyRecord, key: string): ReactNode =>
  showValue(entity.fields[key]!, valueOf(entity, row, key))

/** As showField, but a reference is a link. */
export const showLinked = (entity: Entity, row: AnyRecord, key: string): ReactNode => {
  const { to } = entity.fields[key]!
  const id = valueAt(row, key)
  if (!to || typeof id !== 'number') return showField(entity, row, key)
  return (
    <RecordLink to={to} id={id}>
      {textOf(entity, row, key) || `Nr. ${id}`}
    </RecordLink>
  )
}
