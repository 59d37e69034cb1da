import { useMemo, useRef } from 'react'
import { z } from 'zod'
import { cloneBody } from '#contracts/assembly/attributes.ts'
import { multiline, text, type Field } from '#contracts/fields.ts'
import { FieldColumn } from '../fields/controls.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { isUnknown, messageOf, newKey, save } from '../lib/api.ts'
import { Badge } from '../lib/badge.tsx'
import { toast } from '../lib/toasts.tsx'
import { assemblyPath, refreshAssemblies } from './shared/api.ts'
import type { Assembly } from './shared/assembly.ts'

type CloneForm = { readonly name: string; readonly description: string }

export const cloneDefaults = ({
  name,
  description,
}: Pick<Assembly, 'name' | 'description'>): CloneForm => ({
  name: `${name} - Kopi`,
  description: `Kopi av ${description || name}`,
})

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
const schema = z.preprocess((formValues) => bodyOf(formValues as CloneForm), cloneBody)
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
      <FieldColumn fields={fields} />
    </FormDialog>
  )
}
