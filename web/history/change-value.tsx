import type { ReactNode } from 'react'
import { referredEntity } from '#contracts/catalogue/index.ts'
import type { Value } from '#contracts/fields.ts'
import { showValue } from '../fields/field-value.tsx'
import { day, price } from '../lib/format.ts'
import { isAmount, type NamedField } from './fields.ts'
import { RecordName } from './record-name.tsx'
import { isNothing } from './texts.ts'

type Props = { named: NamedField; value: unknown }

/** A value as it is shown elsewhere; «–» for nothing. */
export const ChangeValue = ({ named, value }: Props): ReactNode => {
  const { owner, key, field } = named
  if (isNothing(value)) return <span className="text-faint">–</span>
  if (isAmount(named) && typeof value === 'number') return price(value)
  if (owner.kind === 'price' && key === 'validFrom') return day(String(value))
  if (field.kind === 'reference' && typeof value === 'number')
    return <RecordName collection={referredEntity(field).name} id={value} />
  return showValue(field, value as Value)
}
