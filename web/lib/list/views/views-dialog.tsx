import { useState } from 'react'
import useSWR from 'swr'
import type { ListedView } from '#contracts/access-answers.ts'
import { newKey, save } from '../../api.ts'
import { asOf } from '../../as-of.ts'
import { attempt } from '../../attempt.ts'
import { Button } from '../../button.tsx'
import { Checkbox } from '../../checkbox.tsx'
import { Dialog } from '../../dialog.tsx'
import { Loaded } from '../../loaded.tsx'
import { fullAddress, type ListState } from '../use-list-state.ts'
import { ViewRow } from './view-row.tsx'

export type ViewsDialogProps = {
  list: string
  state: ListState
  mayShare: boolean
  onClose: () => void
}

const path = '/api/access/views'

type Saved = { name: string; shared: boolean }
type FormProps = {
  mayShare: boolean
  /** Resolves to true if it is saved. */
  onSave: (saved: Saved) => Promise<boolean>
}

const SaveForm = ({ mayShare, onSave }: FormProps) => {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const isNamed = name.trim() !== ''
  const submit = async () => {
    if (isNamed && (await onSave({ name: name.trim(), shared }))) setName('')
  }
  return (
    <form
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input
        aria-label="Navn på visningen"
        placeholder="Navn på visningen"
        className="control min-w-0 flex-1 basis-48"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {mayShare && (
        <Checkbox checked={shared} onChange={setShared}>
          Del med alle
        </Checkbox>
      )}
      <Button type="submit" look="primary" aria-disabled={!isNamed}>
        Lagre visningen
      </Button>
    </form>
  )
}

type SectionProps = {
  title: string
  views: readonly ListedView[]
  onChanged: () => void
  onClose: () => void
}

const Section = ({ title, views, ...props }: SectionProps) =>
  views.length > 0 && (
    <section className="px-5 py-3">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <ul>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} {...props} />
        ))}
      </ul>
    </section>
  )

/** Named views of the list (search, filters, order, columns): the user's own, and those shared with everybody. */
export const ViewsDialog = ({ list, state, mayShare, onClose }: ViewsDialogProps) => {
  const answer = useSWR<readonly ListedView[]>(`${path}?list=${list}`)
  const row = { onChanged: () => void answer.mutate(), onClose }
  const add = async (saved: Saved) => {
    const isSaved = await attempt(async () => {
      const body = { list, ...saved, address: fullAddress(state) }
      await save('POST', path, body, { key: newKey() })
      await answer.mutate()
      return true
    }, 'Kunne ikke lagre visningen')
    return isSaved ?? false
  }
  return (
    <Dialog
      title="Visninger"
      description="Søk, filtre, rekkefølge og kolonner, lagret med et navn"
      onClose={onClose}
      footer={asOf() === null && <SaveForm mayShare={mayShare} onSave={add} />}
    >
      <Loaded
        part
        className="px-5 py-4"
        {...answer}
        empty={<p className="px-5 py-4 text-muted">Ingen visninger er lagret ennå</p>}
      >
        {(views) => (
          <>
            <Section title="Mine" views={views.filter(({ shared }) => !shared)} {...row} />
            <Section title="Delte" views={views.filter(({ shared }) => shared)} {...row} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
