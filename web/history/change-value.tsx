import type { ReactNode } from 'react'
import useSWR from 'swr'
import { entityNamed, referredEntity } from '#contracts/catalogue/index.ts'
import type { AnyRecord, EntityName } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { showValue } from '../fields/field-value.tsx'
import type { ApiError } from '../lib/api-error.ts'
import { asOf } from '../lib/as-of.ts'
import { day, price } from '../lib/format.ts'
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

/** The record's title as a link; without one, and as it was then, if it does not exist any more. */
export const RecordName = ({ collection, id, at }: NameProps) => {
  const path = `/api/${collection}/${id}`
  const { data, error } = useSWR<AnyRecord, ApiError>(path)
  const isGone = !data && error?.status === 404
  const then = useSWR<AnyRecord, ApiError>(isGone ? withQuery(path, { asOf: at }) : null)
  const record = data ?? then.data
  if (!record) return error && !then.isLoading ? `Nr. ${id}` : '…'
  const name = recordTitle(entityNamed(collection), record)
  // Where the app shows the past, the record may be a later one.
  if (isGone) return asOf() === null ? `${name} (slettet)` : name
  return isListed(collection) ? (
    <RecordLink to={collection} id={id}>
      {name}
    </RecordLink>
  ) : (
    name
  )
}

type Props = { of: NamedChange; value: unknown; at: string }

export const ChangeValue = ({ of, value, at }: Props): ReactNode => {
  const { owner, key, field } = of
  if (isNothing(value)) return <span className="text-faint">–</span>
  if (isAmount(of) && typeof value === 'number') return price(value)
  if (owner.kind === 'price' && key === 'validFrom') return day(String(value))
  if (field.kind === 'reference' && typeof value === 'number')
    return <RecordName collection={referredEntity(field).name} id={value} at={at} />
  return showValue(field, value as Value)
}
