import { useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import type { Entity } from '#contracts/entity.ts'
import type { SpecialControl } from '../../fields/control.ts'
import { controls as byKind, specialControls } from '../../fields/controls.tsx'
import { wideKinds } from '../../fields/wide-kinds.ts'
import { ApiError, isUnknown, messageOf, newKey, readVersioned, save } from '../api.ts'
import { Button } from '../button.tsx'
import type { DialogSize } from '../dialog.tsx'
import { refreshEntity } from '../refresh.ts'
import type { Row } from '../row.ts'
import { clashesOf, merged } from './clashes.ts'
import { ConflictNotice, deletedText, type Conflict } from './conflict-notice.tsx'
import { Spinner } from '../spinner.tsx'
import { toast } from '../toasts.tsx'
import { capitalised } from '../words.ts'
import { bodyOf, draftSchema, draftsOf, labelOf, type Drafts } from './draft.ts'
import { FieldRow } from './field-row.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormSection } from './form-section.tsx'
import { PriceBlock } from './price-block.tsx'

/** One section of an entity's form: keys of its fields in their order; 'pricing' is the price block. */
export type Section = { readonly title: string; readonly fields: readonly string[] }

type EntityFormProps = {
  entity: Entity
  /** Given: edit it. Not given: create one. */
  item?: Row | undefined
  sections: readonly Section[]
  size?: DialogSize
  /** Controls other than those of the field's kind, by key. */
  controls?: Readonly<Record<string, SpecialControl | undefined>>
  onClose: () => void
  onSaved?: (row: Row) => void
}

type FieldsProps = Pick<EntityFormProps, 'entity' | 'sections' | 'controls'>

const EntityField = ({ entity, name, controls }: FieldsProps & { name: string }) => {
  const field = entity.fields[name]!
  const special = controls?.[name]
  const Control = special ? specialControls[special] : byKind[field.kind]
  return (
    <FieldRow
      name={name}
      label={field.label}
      required={field.required ?? false}
      wide={wideKinds.includes(field.kind)}
    >
      <Control name={name} field={field} />
    </FieldRow>
  )
}

const EntityFields = ({ sections, ...rest }: FieldsProps) =>
  sections.map(({ title, fields }) => (
    <FormSection key={title} title={title}>
      {fields.map((name) =>
        name === 'pricing' ? (
          <PriceBlock key={name} />
        ) : (
          <EntityField key={name} name={name} sections={sections} {...rest} />
        ),
      )}
    </FormSection>
  ))

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

type Loaded = { data: Row; version?: string }

/** How often others may be faster before the form asks. */
const attempts = 3

/** The item as it is now, with its version: lists may be hours old. */
const useFresh = (path: string | null) =>
  useSWR<Loaded, ApiError>(path && [path, 'form'], ([url]: [string]) => readVersioned<Row>(url), {
    revalidateIfStale: true,
    revalidateOnMount: true,
    dedupingInterval: 0,
  })

const Waiting = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? (
    <div role="alert" className="flex flex-col items-center gap-3 py-10 text-center">
      <p className="text-danger">{isGone(error) ? deletedText : messageOf(error)}</p>
      {!isGone(error) && <Button onClick={onRetry}>Prøv igjen</Button>}
    </div>
  ) : (
    <output className="flex items-center justify-center gap-2 py-10 text-muted">
      <Spinner /> Laster...
    </output>
  )

/** The one form of every entity: creates, or edits with the newest version of the item. */
export const EntityFormDialog = ({
  entity,
  item: listed,
  onClose,
  onSaved,
  ...rest
}: EntityFormProps) => {
  const { one, the } = entity.noun
  const path = `/api/${entity.name}`
  const fresh = useFresh(listed ? `${path}/${listed.id}` : null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const row = fresh.data?.data ?? listed
  // What somebody deleted meanwhile can only be made anew, from all that the form holds.
  const deleted = conflict?.is === 'deleted'
  const item = deleted ? undefined : row
  const schema = useMemo(() => draftSchema(entity, item), [entity, item])
  const defaults = useMemo(() => draftsOf(entity, row), [entity, row])
  const key = useRef(newKey())

  /** The form goes on from the newest version, with what was typed kept. */
  const rebase = async (before: Row): Promise<Loaded | null> => {
    try {
      const newest = await readVersioned<Row>(`${path}/${before.id}`)
      await fresh.mutate(newest, { revalidate: false })
      return newest
    } catch (problem) {
      if (isGone(problem)) void refreshEntity(entity.name)
      setConflict(isGone(problem) ? { is: 'deleted' } : { is: 'unknown', before, problem })
      return null
    }
  }
  const fetchAgain = async (before: Row) => {
    const newest = await rebase(before)
    if (newest) setConflict({ is: 'changed', before, now: newest.data })
  }
  /** Where others have changed other fields meanwhile, theirs and ours both stand. */
  const update = async (drafts: Drafts, started: Loaded, attempt = 1): Promise<Row> => {
    const { data: before, version } = started
    try {
      const body = bodyOf(entity, drafts, before)
      return await save<Row>('PUT', `${path}/${before.id}`, body, { key: key.current, version })
    } catch (error) {
      setConflict(null)
      if (!isConflict(error) && !isGone(error)) throw error
      key.current = newKey()
      const newest = await rebase(before)
      if (!newest) throw error
      const { data: now } = newest
      if (attempt < attempts && clashesOf(entity, drafts, before, now).length === 0)
        return update(merged(entity, drafts, before, now), newest, attempt + 1)
      setConflict({ is: 'changed', before, now })
      throw error
    }
  }
  const send = async (drafts: Drafts) => {
    try {
      const row = item
        ? await update(drafts, { ...fresh.data, data: item })
        : await save<Row>('POST', path, bodyOf(entity, drafts), { key: key.current })
      void refreshEntity(entity.name, { saved: row })
      toast({ title: 'Suksess', text: `${capitalised(one)} ${item ? 'oppdatert' : 'opprettet'}` })
      onSaved?.(row)
    } catch (error) {
      // A clear no is the end of this command; after it the same form may ask for another.
      if (!isUnknown(error)) key.current = newKey()
      if (!item) setConflict(null)
      const text = `Kunne ikke ${item ? 'oppdatere' : 'opprette'} ${one}`
      toast({ title: 'Feil', text, destructive: true })
      throw error
    }
  }
  return (
    <FormDialog<Drafts>
      open
      onClose={onClose}
      title={listed ? `Rediger ${one}` : `Opprett ny ${one}`}
      description={listed ? `Oppdater ${the} i databasen` : `Legg til en ny ${one} i databasen`}
      submit={deleted ? 'Opprett på nytt' : `${listed ? 'Oppdater' : 'Opprett'} ${one}`}
      submitting={item ? 'Oppdaterer...' : 'Oppretter...'}
      size={rest.size ?? 'md'}
      defaults={defaults}
      schema={schema}
      labelOf={labelOf(entity)}
      onSubmit={send}
      pending={
        listed && !fresh.data && <Waiting error={fresh.error} onRetry={() => void fresh.mutate()} />
      }
      notice={
        conflict && (
          <ConflictNotice
            conflict={conflict}
            entity={entity}
            onFetch={(before) => void fetchAgain(before)}
          />
        )
      }
    >
      <EntityFields entity={entity} {...rest} />
    </FormDialog>
  )
}
