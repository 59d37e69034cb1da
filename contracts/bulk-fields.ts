import { onceFor, type Entity } from './entity.ts'
import type { Field, Kind } from './fields.ts'

/** As many records can be changed or deleted at once. */
export const mostSelected = 100_000

const ofOneRecord: readonly Kind[] = ['file', 'files', 'email', 'phone']

/** What may be the same in many records: no name, number, file or person. */
const isShared = ({ kind, numbering, personal, among }: Field): boolean =>
  !numbering && !personal && among === undefined && !ofOneRecord.includes(kind)

/** The fields of many records that can be changed at once. Without schemas, for the pages of the app. */
export const bulkKeys = onceFor((entity): readonly string[] =>
  entity.name === 'projects'
    ? []
    : Object.keys(entity.fields).filter(
        (key) => key !== entity.title && isShared(entity.fields[key]!),
      ),
)

/** Fields of texts, to which one can be added and from which it can be taken. */
export const listKeys = (entity: Entity): readonly string[] =>
  bulkKeys(entity).filter((key) => entity.fields[key]!.kind === 'list')
