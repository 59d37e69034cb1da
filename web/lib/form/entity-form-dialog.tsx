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

  const rebase = async (before: Row) => {
    try {
      const newest = await readVersioned<Row>(`${path}/${before.id}`)
      await fresh.mutate(newest, { revalidate: false })
      setConflict({ is: 'changed', before, now: newest.data })
    } catch (problem) {
      if (isGone(problem)) void refreshEntity(entity.name)
      setConflict(isGone(problem) ? { is: 'deleted' } : { is: 'unknown', before, problem })
    }
  }
  const send = async (drafts: Drafts) => {
    const body = bodyOf(entity, drafts, item)
    const options = { key: key.current, version: item && fresh.data?.version }
    try {
      const row = item
        ? await save<Row>('PUT', `${path}/${item.id}`, body, options)
        : await save<Row>('POST', path, body, options)
      void refreshEntity(entity.name, { saved: row })
      toast({ title: 'Suksess', text: `${capitalised(one)} ${item ? 'oppdatert' : 'opprettet'}` })
      onSaved?.(row)
    } catch (error) {
      // A clear no is the end of this command; after it the same form may ask for another.
      if (!isUnknown(error)) key.current = newKey()
      setConflict(null)
      if (item && (isConflict(error) || isGone(error))) await rebase(item)
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
            onFetch={(before) => void rebase(before)}
          />
        )
      }
    >
      <EntityFields entity={entity} {...rest} />
    </FormDialog>
  )
}
