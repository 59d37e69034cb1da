import { Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { valueAt, type AnyRecord, type Entity } from '#contracts/entity.ts'
import type { OfferAnswer } from '#contracts/offers.ts'
import { messageOf, remove } from '../lib/api.ts'
import { Button, IconButton } from '../lib/button.tsx'
import { deliveryTexts } from '../lib/format.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { Loading } from '../lib/spinner.tsx'
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

type Opened = { kind: 'edit' | 'prefer'; offer: OfferAnswer } | { kind: 'add' }
type RowProps = { path: string; offer: OfferAnswer; onOpen: (opened: Opened) => void }

const Row = ({ path, offer, onOpen }: RowProps) => {
  const mayEdit = useMay('edit')
  const open = (kind: 'edit' | 'prefer') => () => onOpen({ kind, offer })
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
          <Button small icon={<Star />} onClick={open('prefer')}>
            Gjør foretrukket
          </Button>
          <IconButton
            label={`Rediger tilbudet fra ${nameOf(offer)}`}
            icon={<Pencil />}
            onClick={open('edit')}
          />
          <IconButton
            label={`Fjern tilbudet fra ${nameOf(offer)}`}
            icon={<Trash2 />}
            destructive
            onClick={() => void takeBack(path, offer)}
          />
        </div>
      )}
    </li>
  )
}

type Props = { entity: Entity; row: AnyRecord }

export const Offers = ({ entity, row }: Props) => {
  const path = `/api/${entity.name}/${row.id}/offers`
  const { data, error } = useSWR<readonly OfferAnswer[]>(path)
  const mayEdit = useMay('edit')
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  if (error && !data) return <p className="text-sm text-danger">{messageOf(error)}</p>
  if (!data) return <Loading className="text-sm" />
  return (
    <>
      {data.length === 0 && <p className="text-sm text-muted">Ingen tilbud fra andre</p>}
      <ul aria-label="Andre leverandører" className="divide-y divide-line">
        {data.map((offer) => (
          <Row key={offer.supplierId} path={path} offer={offer} onOpen={setOpened} />
        ))}
      </ul>
      {mayEdit && (
        <Button small icon={<Plus />} className="mt-2" onClick={() => setOpened({ kind: 'add' })}>
          Legg til tilbud
        </Button>
      )}
      {opened?.kind === 'prefer' && (
        <PreferDialog
          path={path}
          offer={opened.offer}
          pricing={row.pricing}
          supplierName={valueAt(row, 'supplierName') as string | null | undefined}
          onClose={close}
        />
      )}
      {(opened?.kind === 'add' || opened?.kind === 'edit') && (
        <OfferDialog
          path={path}
          offers={data}
          offer={'offer' in opened ? opened.offer : undefined}
          onClose={close}
        />
      )}
    </>
  )
}
