import { z } from 'zod'
import { deliveryFields } from '#contracts/catalogue/offer.ts'
import { longestReason, longestUnit, reference, text } from '#contracts/fields.ts'
import { offerBody, type OfferAnswer } from '#contracts/offers.ts'
import { priceFields } from '#contracts/price-fields.ts'
import { FieldsDialog, wordsOf } from '../form/fields-dialog.tsx'
import { bodyOf, formValuesOf } from '../form/form-values.ts'
import { save } from '../lib/api.ts'

const reason = text('Begrunnelse', { max: longestReason })
const terms = {
  supplierArticlenumber: text('Leverandør art.nr'),
  costPrice: priceFields.costPrice,
  costPriceCurrency: priceFields.costPriceCurrency,
  unit: { ...priceFields.unit, max: longestUnit },
  ...deliveryFields,
}
const fieldsOf = {
  add: { supplierId: reference('Leverandør', { to: 'suppliers', required: true }), ...terms },
  edit: { ...terms, reason },
}

const about = 'Hva en annen leverandør enn delens egen tar for den'
const empty = { id: 0, costPriceCurrency: 'NOK', unit: 'stk' }
const hasOffered = 'Leverandøren har et tilbud fra før. Endre det i stedet.'

type Props = {
  path: string
  offers: readonly OfferAnswer[]
  /** Undefined: add a new one. */
  offer?: OfferAnswer | undefined
  onClose: () => void
}

export const OfferDialog = ({ path, offers, offer, onClose }: Props) => {
  const fields = fieldsOf[offer ? 'edit' : 'add']
  const { done, ...words } = wordsOf('tilbud', !offer)
  const isNew = (id: number) => !offers.some(({ supplierId }) => supplierId === id)
  const supplier = z.int().positive().refine(isNew, hasOffered)
  return (
    <FieldsDialog
      {...words}
      description={offer ? (offer.supplierName ?? '') : about}
      onClose={onClose}
      defaults={formValuesOf({ fields }, { ...empty, ...offer })}
      fields={fields}
      draft={`${path}/${offer?.supplierId ?? 'ny'}`}
      body={offer ? offerBody : offerBody.extend({ supplierId: supplier })}
      bodyOf={(values) => bodyOf({ fields }, values, offer && { id: 0 })}
      send={async ({ supplierId = offer?.supplierId, ...body }, { key }) => {
        await save('PUT', `${path}/${Number(supplierId)}`, body, { key })
        return { title: done }
      }}
      failed={() => ({
        title: 'Feil',
        text: `Kunne ikke ${offer ? 'oppdatere' : 'legge til'} tilbudet`,
      })}
    />
  )
}
