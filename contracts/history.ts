import { z } from 'zod'
import { entities } from './catalogue/index.ts'
import type { RecordedEvent } from './event-log.ts'
import { effectOf, eventTypes } from './events.ts'
import { currencies } from './pricing.ts'
import { viaNames, type ViaKind } from './via-names.ts'

export const via = z.object({
  kind: z.enum(Object.keys(viaNames) as ViaKind[]),
  import: z.string().optional().describe('Importens id'),
  file: z.string().optional().describe('Importfilens navn'),
  line: z.int().optional().describe('Linjen i filen'),
  token: z.string().optional().describe('API-nøkkelens navn'),
})
export type Via = z.output<typeof via>

const value = z.unknown()
const change = z.object({
  field: z.string().describe('Feltet; for koblinger og attributter som components/53/quantity'),
  from: value.describe('Før; null der det ikke var noe'),
  to: value.describe('Etter; null der det ble borte'),
})
export type Change = z.output<typeof change>

const named = z.object({
  name: z.string().describe('Navnet fra da'),
  now: z.string().nullable().describe('Navnet nå; null der det er slettet'),
})

export const historyItem = z
  .object({
    position: z.string().describe('Hendelsens plass i hendelsesloggen'),
    at: z.iso.datetime().describe('Når det ble bestemt'),
    recordedAt: z.iso.datetime().describe('Når hendelsesloggen selv skrev det'),
    user: z
      .object({ id: z.string().nullable(), name: z.string(), now: z.string().optional() })
      .describe(
        'Hvem: kontoen (null der ingen vet hvem navnet tilhørte), navnet fra da, og det kontoen har nå der det er et annet',
      ),
    via,
    reason: z.string().nullable().describe('Begrunnelse'),
    changes: z.array(change),
    names: z
      .record(z.string(), named)
      .describe(
        'Navnene på det endringene viser til, etter adresse: componenttypes/53, attributes/7',
      ),
    currency: z
      .enum(currencies)
      .nullable()
      .describe('Valutaen beløpene er i, der den ikke selv er endret; ellers null'),
    event: z
      .enum(['created', 'removed', 'erased'])
      .nullable()
      .describe('Om posten ble til eller ble slettet her, eller kontaktopplysningene for godt'),
    text: z
      .string()
      .nullable()
      .describe('Det som skjedde, der hverken `changes` eller `event` sier det; ellers null'),
  })
  .meta({ id: 'HistoryItem' })
export type HistoryItem = z.output<typeof historyItem>
export type Names = HistoryItem['names']

export const journalItem = historyItem
  .omit({ event: true })
  .extend({
    entity: z.enum(entities.map(({ name }) => name)),
    id: z.string(),
    kind: z.enum(eventTypes).describe('Hendelsens type'),
    text: z.string().describe('Endringen som en setning'),
  })
  .meta({ id: 'JournalItem' })
export type JournalItem = z.output<typeof journalItem>

export const journalUser = z
  .object({
    id: z.string().nullable().describe('Kontoen'),
    name: z.string(),
    now: z.string().optional().describe('Navnet kontoen har nå, der det er et annet'),
  })
  .meta({ id: 'JournalUser' })

export const journalRecord = z
  .object({
    entity: z.enum(entities.map(({ name }) => name)),
    id: z.string(),
    title: z.string().describe('Navnet, det siste av en slettet post'),
    number: z.string().nullable().describe('Artikkel- eller tegningsnummer'),
    removed: z.boolean().describe('Om posten er slettet'),
  })
  .meta({ id: 'JournalRecord' })
export type JournalRecord = z.output<typeof journalRecord>

export const journalImport = z
  .object({ id: z.string(), via, user: z.string(), at: z.iso.datetime() })
  .meta({ id: 'JournalImport' })

export const journalChoices = z.object({
  users: z.array(journalUser),
  imports: z.array(journalImport),
})
export type JournalChoices = z.output<typeof journalChoices>

export const recordedEvent = z
  .object({
    id: z.string(),
    stream: z.string(),
    revision: z.string(),
    position: z.string(),
    type: z.string(),
    recordedAt: z.iso.datetime(),
    data: z.unknown(),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RecordedEvent' })

type Written = Pick<RecordedEvent, 'type' | 'metadata'>

const kindOf = ({ type, metadata }: Written): ViaKind => {
  const {
    user,
    userId,
    via: writtenVia,
    import: job,
    source,
    undoes,
    cloned,
    bulk,
    file,
  } = metadata
  if (undoes) return 'undo'
  if (job && bulk) return 'bulk'
  if (job) return source ? 'pricefile' : 'import'
  // BOM lines that were read from a file.
  if (file) return 'import'
  if (cloned || effectOf(type) === 'cloned') return 'clone'
  if (writtenVia === 'token') return 'token'
  return user === 'system' && !userId ? 'system' : 'form'
}

export const viaOf = (event: Written): Via => {
  const { import: job, undoes, file, line, token } = event.metadata
  const from = job ?? undoes
  return {
    kind: kindOf(event),
    ...(typeof from === 'string' && { import: from }),
    ...(typeof file === 'string' && { file }),
    ...(typeof line === 'number' && { line }),
    ...(typeof token === 'string' && { token }),
  }
}
