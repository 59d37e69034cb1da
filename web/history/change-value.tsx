import type { ReactNode } from 'react'
import useSWR from 'swr'
import { entityNamed, referredEntity } from '#contracts/catalogue/index.ts'
import type { AnyRecord, EntityName } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import { showValue } from '../fields/field-value.tsx'
import { day, price } from '../lib/format.ts'
import { isListed } from '../lib/list-paths.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { recordTitle } from '../lib/records.ts'
import { isAmount, isNothing, type NamedChange } from './changes.ts'

type NameProps = { collection: EntityName; id: number | string }

/** The record's title as a link, or its number if it does not exist any more. */
export const RecordName = ({ collection, id }: NameProps) => {
  const { data, error } = useSWR<AnyRecord>(`/api/${collection}/${id}`)
  if (!data) return error ? `Nr. ${id}` : '…'
  const name = recordTitle(entityNamed(collection), data)
  return isListed(collection) ? (
    <RecordLink to={collection} id={id}>
      {name}
    </RecordLink>
  ) : (
    name
  )
}

type Props = { of: NamedChange; value: unknown }

export const ChangeValue = ({ of, value }: Props): ReactNode => {
  const { owner, key, field } = of
  if (isNothing(value)) return <span className="text-faint">–</span>
  if (isAmount(of) && typeof value === 'number') return price(value)
  if (owner.kind === 'price' && key === 'validFrom') return day(String(value))
  if (field.kind === 'reference' && typeof value === 'number')
    return <RecordName collection={referredEntity(field).name} id={value} />
  return showValue(field, value as Value)
}
