import { z } from 'zod'
import { longestReason, text } from '#contracts/fields.ts'
import type { OfferAnswer } from '#contracts/offers.ts'
import type { Pricing } from '#contracts/pricing.ts'
import { reason } from '#contracts/reason.ts'
import { FieldColumn } from '../fields/controls.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { save } from '../lib/api.ts'
import { money } from '../lib/format.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'

type Amount = Pick<Pricing, 'costPrice' | 'costPriceCurrency' | 'unit'>

/** For example '9,50 kr per stk'; empty without a price. */
export const amountText = (of: Amount | null | undefined): string =>
  of && of.costPrice !== null ? `${money(of.costPrice, of.costPriceCurrency)} per ${of.unit}` : ''

const fields = { reason: text('Begrunnelse', { max: longestReason }) }
const defaults = { reason: '' }
const schema = z.object({ reason })

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
    <FormDialog
      title={`Gjør ${name} foretrukket`}
      submit="Gjør foretrukket"
      submitting="Endrer..."
      size="sm"
      defaults={defaults}
      schema={schema}
      labelOf={() => fields.reason.label}
      onClose={onClose}
      onSubmit={async (values, { key }) => {
        const address = `${path}/${offer.supplierId}/preferred`
        await save('PUT', address, values, { key })
        void refresh()
        toast({ title: 'Foretrukket leverandør endret', text: name })
      }}
    >
      <p className="mb-4">
        Kostprisen endres fra {amountText(pricing) || 'ingen'} til {amountText(offer) || 'ingen'},
        og artikkelnummer, minste bestilling og leveringstid følger med.
        {supplierName && ` Det ${supplierName} tar, blir et tilbud.`}
      </p>
      <FieldColumn fields={fields} />
    </FormDialog>
  )
}
