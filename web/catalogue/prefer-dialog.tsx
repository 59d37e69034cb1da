import { z } from 'zod'
import { longestReason, text } from '#contracts/fields.ts'
import type { OfferAnswer } from '#contracts/offers.ts'
import type { Pricing } from '#contracts/pricing.ts'
import { reason } from '#contracts/reason.ts'
import { FieldsDialog } from '../form/fields-dialog.tsx'
import { save } from '../lib/api.ts'
import { money } from '../lib/format.ts'

type Amount = Pick<Pricing, 'costPrice' | 'costPriceCurrency' | 'unit'>

/** For example '9,50 kr per stk'; empty without a price. */
export const amountText = (of: Amount | null | undefined): string =>
  of && of.costPrice !== null ? `${money(of.costPrice, of.costPriceCurrency)} per ${of.unit}` : ''

const fields = { reason: text('Begrunnelse', { max: longestReason }) }

export const nameOf = ({ supplierId, supplierName }: OfferAnswer): string =>
  supplierName ?? `Nr. ${supplierId}`

type Props = {
  path: string
  offer: OfferAnswer
  /** The price from the part's own supplier. */
  pricing: Pricing | null | undefined
  /** The part's own supplier, who becomes an offer. */
  supplierName: string | null | undefined
  onClose: () => void
}

/** Swaps the part's own supplier and price with those of an offer. */
export const PreferDialog = ({ path, offer, pricing, supplierName, onClose }: Props) => {
  const name = nameOf(offer)
  return (
    <FieldsDialog
      title={`Gjør ${name} foretrukket`}
      submit="Gjør foretrukket"
      submitting="Endrer..."
      defaults={{ reason: '' }}
      fields={fields}
      body={z.object({ reason })}
      onClose={onClose}
      send={async (body, { key }) => {
        await save('PUT', `${path}/${offer.supplierId}/preferred`, body, { key })
        return { title: 'Foretrukket leverandør endret', text: name }
      }}
    >
      <p className="mb-4 break-words">
        Kostprisen endres fra {amountText(pricing) || 'ingen'} til {amountText(offer) || 'ingen'},
        og artikkelnummer, minste bestilling og leveringstid følger med.
        {supplierName && ` Det ${supplierName} tar, blir et tilbud.`}
      </p>
    </FieldsDialog>
  )
}
