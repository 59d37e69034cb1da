import type { Entity } from '../entity.ts'
import type { Value } from '../fields.ts'
import { writeCell } from './cells.ts'
import { columnsOf } from './columns.ts'
import type { DecimalMark } from './numbers.ts'

/** A record as queries answer it. */
export type AnsweredRecord = Readonly<Record<string, unknown>>

const names: Readonly<Record<string, string>> = {
  supplierId: 'supplierName',
  manufacturerId: 'manufacturerName',
}

const valueAt = (record: AnsweredRecord, key: string): Value => {
  if (key.startsWith('pricing.')) {
    const pricing = record['pricing'] as AnsweredRecord | null | undefined
    return (pricing?.[key.slice('pricing.'.length)] ?? null) as Value
  }
  return (record[names[key] ?? key] ?? null) as Value
}

export const exportHeadings = (entity: Entity): readonly string[] =>
  columnsOf(entity).map(({ heading }) => heading)

/** A record's cells, which import again without a change. */
export const exportCells = (
  entity: Entity,
  record: AnsweredRecord,
  decimal: DecimalMark,
): readonly string[] => columnsOf(entity).map(({ key }) => writeCell(valueAt(record, key), decimal))
