import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import useSWR from 'swr'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import { impactPath, impactQuestion, type PriceImpact } from '#contracts/price-impact.ts'
import { save } from '../lib/api.ts'
import { ImpactList } from './impact-list.tsx'
import { useDebounced } from '../lib/use-debounced.ts'
import { priceOf, type PriceValues } from './form-values.ts'

const pause = 600

type Props = { entity: Entity; id: number }
type Typed = [pricing: PriceValues, partUnit: string | undefined]

/** The request body; '' while the form is invalid. */
const questionOf = ({ entity, id }: Props, [pricing, partUnit]: Typed, today: string) => {
  const { listPrice: _list, ...price } = priceOf({ ...pricing, reason: '' })
  const asked = {
    entityType: entity.priced,
    entityId: id,
    ...price,
    ...(partUnit !== undefined && { partUnit: partUnit.trim() || null }),
  }
  const { validFrom = '' } = price
  const question = { prices: [asked], ...(validFrom > today && { validOn: validFrom }) }
  return impactQuestion.safeParse(question).success ? JSON.stringify(question) : ''
}

/** How the typed price would change the costs of assemblies. Debounced, and hidden if nothing changes. */
export const ImpactNote = (props: Props) => {
  const today = osloDay()
  const question = questionOf(props, useWatch({ name: ['pricing', 'unit'] }) as Typed, today)
  const [saved] = useState(question)
  const asked = useDebounced(question, pause)
  const isAsked = asked === question && asked !== '' && asked !== saved
  const { data, error } = useSWR<PriceImpact>(
    isAsked ? [impactPath, asked, today] : null,
    ([path, body]: [string, string]) => save<PriceImpact>('POST', path, JSON.parse(body)),
    { revalidateIfStale: true },
  )
  return (
    <output className="block sm:col-span-full">
      {isAsked && data && data.count > 0 && <ImpactList impact={data} />}
      {isAsked && error && (
        <p className="text-sm text-muted">
          Kunne ikke regne ut hva prisen gjør med kostnaden for sammenstillinger.
        </p>
      )}
    </output>
  )
}
