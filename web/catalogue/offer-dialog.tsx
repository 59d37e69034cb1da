import { useMemo } from 'react'
import { z } from 'zod'
import { deliveryFields } from '#contracts/catalogue/offer.ts'
import { choice, longestReason, longestUnit, number, reference, text } from '#contracts/fields.ts'
import { offerBody, type OfferAnswer } from '#contracts/offers.ts'
import { currencies } from '#contracts/pricing.ts'
import { FieldColumn } from '../fields/controls.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { bodyOf, formValuesOf, type FormValues } from '../form/form-values.ts'
import type { Send } from '../form/submit.ts'
import { save } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'

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

const noFiles: readonly string[] = []
const empty = { id: 0, costPriceCurrency: 'NOK', unit: 'stk' }
const hasOffered = 'Leverandøren har et tilbud fra før. Endre det i stedet.'

type Props = {
  /** The address of the part's offers. */
  path: string
  offers: readonly OfferAnswer[]
  /** Given: edit it. Not given: add one. */
  offer?: OfferAnswer | undefined
  onClose: () => void
}

export const OfferDialog = ({ path, offers, offer, onClose }: Props) => {
  const kind = offer ? 'edit' : 'add'
  const fields = fieldsOf[kind]
  const { done, failed, ...words } = texts[kind]
  const row = useMemo(() => ({ ...empty, ...offer }), [offer])
  const defaults = useMemo(() => formValuesOf({ fields }, row), [fields, row])
  const schema = useMemo(() => {
    const isNew = (id: number) => !offers.some(({ supplierId }) => supplierId === id)
    const supplierId = z.int().positive().refine(isNew, hasOffered)
    return z.preprocess(
      (values) => bodyOf({ fields }, values as FormValues, offer && row),
      offer ? offerBody : offerBody.extend({ supplierId }),
    )
  }, [fields, offer, offers, row])

  const send: Send<FormValues> = async (values, key) => {
    const { supplierId = offer?.supplierId, ...body } = bodyOf({ fields }, values, offer && row)
    try {
      await save('PUT', `${path}/${Number(supplierId)}`, body, { key: key.current })
      void refresh()
      toast({ title: done })
    } catch (error) {
      toast({ title: 'Feil', text: failed, destructive: true })
      throw error
    }
  }
  return (
    <FormDialog<FormValues>
      {...words}
      {...(offer?.supplierName && { description: offer.supplierName })}
      onClose={onClose}
      size="sm"
      defaults={defaults}
      schema={schema}
      labelOf={(name) => (fieldsOf.add as Record<string, { label: string }>)[name]?.label ?? name}
      onSubmit={send}
      draft={{ of: `${path}/${offer?.supplierId ?? 'ny'}`, without: noFiles }}
    >
      <FieldColumn fields={fields} />
    </FormDialog>
  )
}
