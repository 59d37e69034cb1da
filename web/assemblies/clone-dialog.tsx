import { useMemo, useRef } from 'react'
import { z } from 'zod'
import { cloneBody } from '#contracts/assembly/attributes.ts'
import { multiline, text, type Field } from '#contracts/fields.ts'
import { controls } from '../fields/controls.tsx'
import { isUnknown, messageOf, newKey, save } from '../lib/api.ts'
import { Badge } from '../lib/badge.tsx'
import { FieldRow } from '../lib/form/field-row.tsx'
import { FormDialog } from '../lib/form/form-dialog.tsx'
import { toast } from '../lib/toasts.tsx'
import { assemblyPath, refreshAssemblies } from './api.ts'
import type { Assembly } from './assembly.ts'
import { cloneDefaults, type CloneForm } from './clone-defaults.ts'

type Props = { assembly: Assembly; onClose: () => void }

const fields: Readonly<Record<keyof CloneForm, Field>> = {
  name: text('Navn på ny sammenstilling', { required: true }),
  description: multiline('Beskrivelse (valgfri)'),
}

// An empty description says nothing, so the clone takes the source's: it is left out.
const bodyOf = ({ name, description }: CloneForm) => ({
  name: name.trim(),
  ...(description.trim() && { description: description.trim() }),
})
const schema = z.preprocess((drafts) => bodyOf(drafts as CloneForm), cloneBody)
const labelOf = (path: string) => fields[path as keyof CloneForm]?.label ?? path

export const CloneDialog = ({ assembly, onClose }: Props) => {
  const defaults = useMemo(() => cloneDefaults(assembly), [assembly])
  const key = useRef(newKey())

  const send = async (form: CloneForm) => {
    try {
      const path = `${assemblyPath(assembly.id)}/clone`
      const { name } = await save<{ name: string }>('POST', path, bodyOf(form), {
        key: key.current,
      })
      void refreshAssemblies()
      toast({
        title: 'Sammenstilling klonet',
        text: `"${name}" ble opprettet som en kopi av "${assembly.name}"`,
      })
    } catch (error) {
      if (!isUnknown(error)) key.current = newKey()
      const reason = messageOf(error, 'Kunne ikke klone sammenstillingen')
      toast({ title: 'Feil ved kloning', text: reason, destructive: true })
      throw error
    }
  }

  return (
    <FormDialog<CloneForm>
      open
      onClose={onClose}
      title="Klone sammenstilling"
      submit="Klone sammenstilling"
      submitting="Kloner..."
      size="md"
      defaults={defaults}
      schema={schema}
      labelOf={labelOf}
      onSubmit={send}
    >
      <div className="mb-5 rounded-lg border border-line bg-sunken px-4 py-3">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {assembly.name}
          {assembly.type && <Badge tone="accent">{assembly.type}</Badge>}
        </p>
        <p className="mt-0.5 line-clamp-3 text-sm break-words text-muted">{assembly.description}</p>
      </div>
      <div className="flex flex-col gap-3.5">
        {Object.entries(fields).map(([name, field]) => {
          const Control = controls[field.kind]
          return (
            <FieldRow key={name} name={name} label={field.label} required={field.required ?? false}>
              <Control name={name} field={field} />
            </FieldRow>
          )
        })}
      </div>
    </FormDialog>
  )
}
