import type { ReactNode } from 'react'
import useSWR from 'swr'
import { entityNamed, referredEntity } from '#contracts/catalogue/index.ts'
import type { AnyRecord, EntityName } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { showValue } from '../fields/field-value.tsx'
import type { ApiError } from '../lib/api-error.ts'
import { asOf } from '../lib/as-of.ts'
import { day, exactMoney } from '../lib/format.ts'
import { isListed } from '../lib/list-paths.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { recordTitle } from '../lib/records.ts'
import { withQuery } from '../lib/with-query.ts'
import { isAmount, isNothing, type NamedChange } from './changes.ts'

type NameProps = {
  collection: EntityName
  id: number | string
  /** The instant of the change, when the record existed. */
  at: string
}

/** The record's title at the change, and its present one if that is another; as a link, if the record still exists. */
export const RecordName = ({ collection, id, at }: NameProps) => {
  const path = `/api/${collection}/${id}`
  const { data: now, error, isLoading } = useSWR<AnyRecord, ApiError>(path)
  const then = useSWR<AnyRecord, ApiError>(withQuery(path, { asOf: at }))
  const record = then.data ?? now
  if (isLoading || then.isLoading) return '…'
  if (!record) return `Nr. ${id}`
  const titleOf = (one: AnyRecord) => recordTitle(entityNamed(collection), one)
  const name = titleOf(record)
  // Where the app shows the past, the present record is a later one.
  const isPast = asOf() !== null
  if (!now) return error?.status === 404 && !isPast ? `${name} (slettet)` : name
  const renamed = isPast || titleOf(now) === name ? '' : ` (nå ${titleOf(now)})`
  if (!isListed(collection)) return name + renamed
  return (
    <>
      <RecordLink to={collection} id={id}>
        {name}
      </RecordLink>
      {renamed}
    </>
  )
}

type Props = { of: NamedChange; side: 'from' | 'to'; at: string }

export const ChangeValue = ({ of, side, at }: Props): ReactNode => {
  const { field, [side]: value, currency } = of
  if (isNothing(value)) return <span className="text-faint">–</span>
  if (isAmount(of) && typeof value === 'number') return exactMoney(value, String(currency[side]))
  if (field.day) return day(String(value))
  if (field.kind === 'reference' && typeof value === 'number')
    return <RecordName collection={referredEntity(field).name} id={value} at={at} />
  return showValue(field, value as Value)
}
