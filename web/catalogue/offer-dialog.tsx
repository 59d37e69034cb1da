import { z } from 'zod'
import { deliveryFields } from '#contracts/catalogue/offer.ts'
import { choice, longestReason, longestUnit, number, reference, text } from '#contracts/fields.ts'
import { offerBody, type OfferAnswer } from '#contracts/offers.ts'
import { currencies } from '#contracts/pricing.ts'
import { FieldsDialog } from '../form/fields-dialog.tsx'
import { bodyOf, formValuesOf } from '../form/form-values.ts'
import { save } from '../lib/api.ts'

const reason = text('Begrunnelse', { max: longestReason })
const terms = {
  supplierArticlenumber: text('Leverandør art.nr'),
  costPrice: number('Kostpris', { least: 0 }),
  costPriceCurrency: choice('Valuta', { options: currencies, required: true }),
  unit: text('Enhet (pris)', { max: longestUnit }),
  ...deliveryFields,
}
const fieldsOf = {
  add: { supplierId: reference('Leverandør', { to: 'suppliers', required: true }), ...terms },
  edit: { ...terms, reason },
}

const texts = {
  add: {
    title: 'Legg til tilbud',
    description: 'Hva en annen leverandør enn delens egen tar for den',
    submit: 'Legg til tilbud',
    submitting: 'Legger til...',
    done: 'Tilbud lagt til',
    failed: 'Kunne ikke legge til tilbudet',
  },
  edit: {
    title: 'Rediger tilbud',
    submit: 'Oppdater tilbud',
    submitting: 'Oppdaterer...',
    done: 'Tilbud oppdatert',
    failed: 'Kunne ikke oppdatere tilbudet',
  },
}

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
  const kind = offer ? 'edit' : 'add'
  const fields = fieldsOf[kind]
  const { done, failed, ...words } = texts[kind]
  const isNew = (id: number) => !offers.some(({ supplierId }) => supplierId === id)
  const supplier = z.int().positive().refine(isNew, hasOffered)
  return (
    <FieldsDialog
      {...words}
      {...(offer?.supplierName && { description: offer.supplierName })}
      onClose={onClose}
      size="sm"
      defaults={formValuesOf({ fields }, { ...empty, ...offer })}
      fields={fields}
      draft={`${path}/${offer?.supplierId ?? 'ny'}`}
      body={offer ? offerBody : offerBody.extend({ supplierId: supplier })}
      bodyOf={(values) => bodyOf({ fields }, values, offer && { id: 0 })}
      send={async ({ supplierId = offer?.supplierId, ...body }, { key }) => {
        await save('PUT', `${path}/${Number(supplierId)}`, body, { key })
        return { title: done }
      }}
      failed={() => ({ title: 'Feil', text: failed })}
    />
  )
}
