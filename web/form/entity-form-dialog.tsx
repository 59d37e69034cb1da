import type { ReactNode } from 'react'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { agreeingWith, newOne, type Noun } from '#contracts/noun.ts'
import { capitalized } from '#contracts/text.ts'
import { FieldControl } from '../fields/controls.tsx'
import type { DialogSize } from '../lib/dialog.tsx'
import type { MadeRecord } from '../lib/make-record.tsx'
import { toast } from '../lib/toasts.tsx'
import { createOnce } from './create-once.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { bodyOf, formSchema, formValuesOf, labelOf, type FormValues } from './form-values.ts'
import { FormDialog, type Toast } from './form-dialog.tsx'
import type { Send } from './submit.ts'
import { PriceBlock } from './price-block.tsx'
import { useItem, Waiting } from './use-item.tsx'

/** Field keys by section title; 'pricing' is the price block. */
export type Sections<Key = string> = Readonly<Record<string, readonly Key[]>>

type Props = {
  entity: Entity
  /** Undefined: create a new one. */
  item?: AnyRecord | undefined
  sections: Sections
  size?: DialogSize
  /** Initial values of a new record. */
  initial?: Partial<FormValues> | undefined
  /** Content below the fields that is saved separately. */
  below?: ReactNode
  onMade?: (made: MadeRecord) => void
  /** An action for the toast after creating. */
  next?: (made: MadeRecord) => ReactNode
  onClose: () => void
}

const EntityFields = ({ entity, item, sections }: Pick<Props, 'entity' | 'item' | 'sections'>) =>
  Object.entries(sections).map(([title, fields]) => (
    <fieldset
      key={title}
      className="min-w-0 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0"
    >
      <legend className="float-left mb-3 w-full text-base font-semibold">{title}</legend>
      <div className="clear-both grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2">
        {fields.map((name) =>
          name === 'pricing' ? (
            <PriceBlock key={name} entity={entity} item={item} />
          ) : (
            <FieldControl key={name} name={name} field={entity.fields[name]!} />
          ),
        )}
      </div>
    </fieldset>
  ))

const fileKeys = ({ fields }: Entity) =>
  Object.keys(fields).filter((key) => ['file', 'files'].includes(fields[key]!.kind))

const useSend = (
  { entity, onMade, next }: Props,
  item: AnyRecord | undefined,
  { fresh, setConflict, update }: ReturnType<typeof useItem>,
): Send<FormValues, Toast> => {
  const { one } = entity.noun
  return async (values, attempt) => {
    let known = item
    const create = async (): Promise<ReactNode> => {
      const command = { path: `/api/${entity.name}`, body: bodyOf(entity, values) }
      const made = await createOnce<AnyRecord>(attempt, command, (first) => {
        known = first.data
        return update(values, attempt, first)
      })
      onMade?.(made as MadeRecord)
      return next?.(made as MadeRecord)
    }
    try {
      let more: ReactNode
      if (item) await update(values, attempt, { ...fresh.data, data: item })
      else more = await create()
      const text = `${capitalized(one)} ${item ? 'oppdatert' : 'opprettet'}`
      return { title: 'Suksess', text, more }
    } catch (error) {
      if (!known) setConflict(null)
      const text = `Kunne ikke ${known ? 'oppdatere' : 'opprette'} ${one}`
      toast({ title: 'Feil', text, destructive: true })
      throw error
    }
  }
}

const wordsOf = (noun: Noun, isNew: boolean) =>
  isNew
    ? {
        title: `Opprett ${newOne(noun)}`,
        description: `Legg til ${agreeingWith(noun).a} ${newOne(noun)} i databasen`,
        submit: `Opprett ${noun.one}`,
      }
    : {
        title: `Rediger ${noun.one}`,
        description: `Oppdater ${noun.the} i databasen`,
        submit: `Oppdater ${noun.one}`,
      }

/** The form of every entity. Editing starts from the newest version of the record. */
export const EntityFormDialog = (props: Props) => {
  const { entity, item: opened, sections, size = 'md', onClose } = props
  const edited = useItem(entity, opened)
  const { listed, fresh, conflict, fetchAgain } = edited
  const row = fresh.data?.data ?? listed
  // If somebody has deleted the record, saving creates it again.
  const deleted = conflict?.is === 'deleted'
  const item = deleted ? undefined : row
  return (
    <FormDialog
      schema={formSchema(entity, item)}
      defaults={{ ...formValuesOf(entity, row), ...props.initial } as FormValues}
      draft={{ of: `${entity.name}/${opened?.id ?? 'ny'}`, without: fileKeys(entity) }}
      onClose={onClose}
      {...wordsOf(entity.noun, !listed)}
      {...(deleted && { submit: 'Opprett på nytt' })}
      submitting={item ? 'Oppdaterer...' : 'Oppretter...'}
      size={size}
      labelOf={labelOf(entity)}
      onSubmit={useSend(props, item, edited)}
      pending={listed && !fresh.data && <Waiting error={fresh.error} mutate={fresh.mutate} />}
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
      <EntityFields entity={entity} item={item} sections={sections} />
      {item && props.below}
    </FormDialog>
  )
}
