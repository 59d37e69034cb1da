import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import useSWR from 'swr'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import { impactPath, impactQuestion, type PriceImpact } from '#contracts/price-impact.ts'
import { save } from '../lib/api.ts'
import { ImpactList } from '../lib/impact-list.tsx'
import { useDebounced } from '../lib/use-debounced.ts'
import { numberOf } from './form-values.ts'

const pause = 600

const names = [
  'pricing.costPrice',
  'pricing.costPriceCurrency',
  'pricing.priceFactor',
  'pricing.unit',
  'pricing.validFrom',
  'unit',
]

/** The request body; '' while the form is invalid. */
const questionOf = (entity: Entity, id: number, typed: readonly string[], today: string) => {
  const [cost = '', costPriceCurrency, factor = '', unit, validFrom, partUnit] = typed
  const price = {
    entityType: entity.priced,
    entityId: id,
    costPrice: numberOf(cost),
    costPriceCurrency,
    priceFactor: numberOf(factor),
    unit,
    ...(validFrom && { validFrom }),
    ...(partUnit !== undefined && { partUnit: partUnit.trim() || null }),
  }
  const validOn = validFrom && validFrom > today ? validFrom : undefined
  const question = { prices: [price], ...(validOn && { validOn }) }
  return impactQuestion.safeParse(question).success ? JSON.stringify(question) : ''
}

type Props = { entity: Entity; id: number }

/** How the typed price would change the costs of assemblies. Debounced, and hidden if nothing changes. */
export const ImpactNote = ({ entity, id }: Props) => {
  const [today] = useState(() => osloDay())
  const question = questionOf(entity, id, useWatch({ name: names }) as string[], today)
  const [saved] = useState(question)
  const asked = useDebounced(question, pause)
  const isAsked = asked === question && asked !== '' && asked !== saved
  const { data, error } = useSWR<PriceImpact>(
    isAsked ? [impactPath, asked] : null,
    ([path, body]: [string, string]) => save<PriceImpact>('POST', path, JSON.parse(body)),
    { revalidateIfStale: true },
  )
  return (
    <output className="block sm:col-span-full">
      {isAsked && data && data.count > 0 && <ImpactList impact={data} today={today} />}
      {isAsked && error && (
        <p className="text-sm text-muted">
          Kunne ikke regne ut hva prisen gjør med kostnaden for sammenstillinger.
        </p>
      )}
    </output>
  )
}
