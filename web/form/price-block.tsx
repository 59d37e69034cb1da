import { useWatch } from 'react-hook-form'
import {
  highFactor,
  highFactorWarning,
  leastFactor,
  mostFactor,
  salesPriceOf,
} from '#contracts/pricing.ts'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { decimalOf } from '#contracts/decimal.ts'
import { mismatchText, priceShare } from '#contracts/units.ts'
import { FieldControl } from '../fields/controls.tsx'
import { fixed, money } from '../lib/format.ts'
import { priceBlockFields as fields } from './form-values.ts'
import { ImpactNote } from './impact-note.tsx'

/** Null for an invalid value: the form shows the error itself. */
const within = (text: string, least: number, most = Infinity): number | null => {
  const value = Number(text)
  return text.trim() !== '' && value >= least && value <= most ? value : null
}

/** Motors and sensors have no `unit` field. */
const UnitRow = () => {
  const [counted = '', priced, cost] = useWatch({
    name: ['unit', 'pricing.unit', 'pricing.costPrice'],
  }) as [string | undefined, string, string]
  const isMismatched = within(cost, -Infinity) !== null && priceShare(counted, priced) === null
  const text = mismatchText(counted.trim(), priced.trim())
  return (
    <FieldControl
      name="pricing.unit"
      field={fields.unit}
      warning={isMismatched ? `Komponenten ${text}` : undefined}
    />
  )
}

const SalesPrice = () => {
  const [typedCost, typedFactor, currency] = useWatch({
    name: ['pricing.costPrice', 'pricing.priceFactor', 'pricing.costPriceCurrency'],
  }) as [string, string, string]
  const cost = within(typedCost, 0)
  const factor = within(typedFactor, leastFactor, mostFactor)
  const sales =
    cost === null || factor === null
      ? null
      : salesPriceOf({ costPrice: decimalOf(cost), priceFactor: decimalOf(factor) })
  return (
    <div className="rounded-md bg-sunken px-3 py-2 sm:col-span-full">
      <p className="text-sm text-muted">Beregnet salgspris</p>
      <output className="block text-lg font-semibold tabular-nums">
        {sales === null ? '–' : money(sales, currency)}
      </output>
      <p className="text-xs text-muted tabular-nums">
        {sales === null
          ? 'Fyll inn kostpris og prisfaktor'
          : `${money(cost!, currency)} × ${fixed(factor!, 1)}`}
      </p>
    </div>
  )
}

const FactorRow = () => {
  const typed = useWatch({ name: 'pricing.priceFactor' }) as string
  const factor = within(typed, highFactor, mostFactor)
  return (
    <FieldControl
      name="pricing.priceFactor"
      field={fields.priceFactor}
      warning={factor !== null && factor > highFactor ? highFactorWarning : undefined}
    />
  )
}

type Props = {
  entity: Entity
  /** Undefined: a new record. */
  item: AnyRecord | undefined
}

export const PriceBlock = ({ entity, item }: Props) => (
  <>
    <FieldControl name="pricing.costPrice" field={fields.costPrice} />
    <FieldControl name="pricing.costPriceCurrency" field={fields.costPriceCurrency} />
    <FactorRow />
    <FieldControl name="pricing.listPrice" field={fields.listPrice} />
    <UnitRow />
    <FieldControl name="pricing.validFrom" field={fields.validFrom} />
    <SalesPrice />
    {item && <ImpactNote entity={entity} id={Number(item.id)} />}
    {item && <FieldControl name="pricing.reason" field={fields.reason} wide />}
  </>
)
