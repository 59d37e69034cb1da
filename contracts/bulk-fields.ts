import { onceFor, type Entity } from './entity.ts'
import type { Field, Kind } from './fields.ts'

export const mostSelected = 100_000

const ofOneRecord: readonly Kind[] = ['file', 'files', 'email', 'phone']

const isShared = ({ kind, numbering, personal, among }: Field): boolean =>
  !numbering && !personal && among === undefined && !ofOneRecord.includes(kind)

export const bulkKeys = onceFor((entity): readonly string[] =>
  entity.name === 'projects'
    ? []
    : Object.keys(entity.fields).filter(
        (key) => key !== entity.title && isShared(entity.fields[key]!),
      ),
)

export const listKeys = (entity: Entity): readonly string[] =>
  bulkKeys(entity).filter((key) => entity.fields[key]!.kind === 'list')
