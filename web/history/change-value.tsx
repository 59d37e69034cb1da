import type { ReactNode } from 'react'
import { referredEntity } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import type { Value } from '#contracts/fields.ts'
import type { Names } from '#contracts/history.ts'
import { showValue } from '../fields/field-value.tsx'
import { day, exactMoney } from '../lib/format.ts'
import { isListed } from '../lib/list-paths.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { isAmount, isNothing, type NamedChange } from './changes.ts'

type NameProps = { collection: EntityName; id: number | string; names: Names }

/** The record's name at the change, and its present one if that is another; as a link, if the record still exists. */
export const RecordName = ({ collection, id, names }: NameProps) => {
  const named = names[`${collection}/${id}`]
  if (!named) return `Nr. ${id}`
  const { name, now } = named
  if (now === null) return `${name} (slettet)`
  const renamed = now === name ? '' : ` (nå ${now})`
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

type Props = { of: NamedChange; side: 'from' | 'to'; names: Names }

export const ChangeValue = ({ of, side, names }: Props): ReactNode => {
  const { field, [side]: value, currency } = of
  if (isNothing(value)) return <span className="text-faint">–</span>
  if (isAmount(of) && typeof value === 'number') return exactMoney(value, String(currency[side]))
  if (field.day) return day(String(value))
  if (field.kind === 'reference' && typeof value === 'number')
    return <RecordName collection={referredEntity(field).name} id={value} names={names} />
  return showValue(field, value as Value)
}
