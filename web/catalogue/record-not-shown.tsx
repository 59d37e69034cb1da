import type { ReactNode } from 'react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { capitalized } from '#contracts/text.ts'
import { messageOf, type ApiError } from '../lib/api-error.ts'
import { asOf } from '../lib/as-of.ts'
import { Dialog } from '../lib/dialog.tsx'
import type { Listed } from '../lib/list-paths.ts'
import { RetryButton } from '../lib/loaded.tsx'
import { HistoryButton } from './history-button.tsx'

type Props = {
  of: Listed
  id: string
  error: ApiError
  mutate: () => unknown
  onClose: () => void
}

/** A deleted record still has a history. */
const Missing = ({ of, id, title }: Pick<Props, 'of' | 'id'> & { title: string }) => {
  const text =
    asOf() === null
      ? 'Posten finnes ikke. Den kan være slettet, eller lenken kan være feil.'
      : 'Posten fantes ikke på det viste tidspunktet. Den kan være laget senere eller slettet før, eller lenken kan være feil.'
  return (
    <>
      <p>{text}</p>
      {/^\d+$/.test(id) && <HistoryButton subject={{ entity: of, id }} title={title} />}
    </>
  )
}

export const RecordNotShown = ({ of, id, error, mutate, onClose }: Props) => {
  const isMissing = error.status === 404
  const title = isMissing
    ? `${capitalized(entityNamed(of).noun.one)} nr. ${id}`
    : 'Kunne ikke hente posten'
  const failure: ReactNode = (
    <>
      <p className="text-danger">{messageOf(error)}</p>
      <RetryButton mutate={mutate} />
    </>
  )
  return (
    <Dialog hasAddress onClose={onClose} title={title} size="sm">
      <div role="alert" className="flex flex-col items-start gap-3 px-5 py-5">
        {isMissing ? <Missing of={of} id={id} title={title} /> : failure}
      </div>
    </Dialog>
  )
}
