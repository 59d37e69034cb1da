import { Pencil, Plus, Star } from 'lucide-react'
import useSWR from 'swr'
import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { OfferAnswer } from '#contracts/offers.ts'
import { remove } from '../lib/api.ts'
import { IconButton, RemoveButton } from '../lib/button.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { DialogButton } from '../lib/dialog-button.tsx'
import { deliveryTexts } from '../lib/format.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { submitChange } from '../lib/submit-change.ts'
import { useMay } from '../session/session.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { amountText, nameOf, PreferDialog } from './prefer-dialog.tsx'

const termsOf = (offer: OfferAnswer): string =>
  [amountText(offer) || 'Uten pris', ...deliveryTexts(offer)].join(' · ')

const takeBack = async (path: string, offer: OfferAnswer): Promise<void> => {
  const name = nameOf(offer)
  if (!confirm(`Er du sikker på at du vil fjerne tilbudet fra ${name}?`)) return
  await submitChange({
    send: () => remove(`${path}/${offer.supplierId}`),
    done: { title: 'Tilbud fjernet', text: name },
    failed: 'Kunne ikke fjerne tilbudet',
  })
}

type ListProps = { path: string; row: AnyRecord; offers: readonly OfferAnswer[] }

const Row = ({ path, row, offers, offer }: ListProps & { offer: OfferAnswer }) => {
  const mayEdit = useMay('edit')
  const supplierName = valueAt(row, 'supplierName') as string | null | undefined
  return (
    <li className="flex flex-col items-start gap-2 py-1.5 sm:flex-row">
      <div className="grid w-full min-w-0 flex-1 gap-x-6 sm:grid-cols-2">
        <p className="min-w-0 break-words">
          <RecordLink to="suppliers" id={offer.supplierId}>
            {nameOf(offer)}
          </RecordLink>{' '}
          <span className="text-muted">{offer.supplierArticlenumber}</span>
        </p>
        <p className="tabular-nums">{termsOf(offer)}</p>
      </div>
      {mayEdit && (
        <div className="flex shrink-0 flex-wrap justify-end gap-1">
          <DialogButton
            small
            icon={<Star />}
            dialog={PreferDialog}
            with={{ path, offer, pricing: row.pricing, supplierName }}
          >
            Gjør foretrukket
          </DialogButton>
          <DialogButton
            as={IconButton}
            label={`Rediger tilbudet fra ${nameOf(offer)}`}
            icon={<Pencil />}
            dialog={OfferDialog}
            with={{ path, offers, offer }}
          />
          <RemoveButton
            label={`Fjern tilbudet fra ${nameOf(offer)}`}
            onClick={() => void takeBack(path, offer)}
          />
        </div>
      )}
    </li>
  )
}

const OfferList = (props: ListProps) => {
  const { path, offers } = props
  const mayEdit = useMay('edit')
  return (
    <>
      {offers.length === 0 && <p className="text-sm text-muted">Ingen tilbud fra andre</p>}
      <ul aria-label="Andre leverandører" className="divide-y divide-line">
        {offers.map((offer) => (
          <Row key={offer.supplierId} {...props} offer={offer} />
        ))}
      </ul>
      {mayEdit && (
        <DialogButton
          small
          icon={<Plus />}
          className="mt-2"
          dialog={OfferDialog}
          with={{ path, offers }}
        >
          Legg til tilbud
        </DialogButton>
      )}
    </>
  )
}

type Props = { entity: Entity; row: AnyRecord }

export const Offers = ({ entity, row }: Props) => {
  const path = `/api/${entity.name}/${row.id}/offers`
  return (
    <Loaded part {...useSWR<readonly OfferAnswer[]>(path)}>
      {(offers) => <OfferList path={path} row={row} offers={offers} />}
    </Loaded>
  )
}
