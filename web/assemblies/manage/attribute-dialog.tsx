import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { useMemo, useRef } from 'react'
import { FieldColumn } from '../../fields/controls.tsx'
import { isUnknown, newKey, save } from '../../lib/api.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { toast } from '../../lib/toasts.tsx'
import { assembliesPath, assemblyPath, refreshAssemblies } from '../shared/api.ts'
import {
  attributeFields,
  attributeLabel,
  attributeSchema,
  type AttributeValues,
  emptyAttribute,
  formOf,
  payloadOf,
} from './attribute-form.ts'

type Props = {
  assemblyId: number
  /** Given: edit it. Not given: add one. */
  attribute?: AttributeAnswer | undefined
  onClose: () => void
}

const texts = {
  add: {
    title: 'Legg til attributt',
    submit: 'Legg til attributt',
    submitting: 'Legger til...',
    done: { title: 'Attributt lagt til', text: 'Attributtet ble lagt til sammenstillingen' },
    failed: 'Kunne ikke legge til attributt',
  },
  edit: {
    title: 'Rediger attributt',
    submit: 'Oppdater attributt',
    submitting: 'Oppdaterer...',
    done: { title: 'Attributt oppdatert', text: 'Attributtet ble oppdatert' },
    failed: 'Kunne ikke oppdatere attributt',
  },
}

export const AttributeDialog = ({ assemblyId, attribute, onClose }: Props) => {
  const words = attribute ? texts.edit : texts.add
  const key = useRef(newKey())
  const defaults = useMemo(
    () => (attribute ? formOf(attribute) : emptyAttribute) as AttributeValues,
    [attribute],
  )

  const send = async (formValues: AttributeValues) => {
    const options = { key: key.current }
    const body = payloadOf(formValues)
    try {
      await (attribute
        ? save(
            'PUT',
            `${assembliesPath}/attributes/${attribute.id}`,
            { id: attribute.id, ...body },
            options,
          )
        : save('POST', `${assemblyPath(assemblyId)}/attributes`, body, options))
    } catch (error) {
      if (!isUnknown(error)) key.current = newKey()
      toast({ title: 'Feil', text: words.failed, destructive: true })
      throw error
    }
    void refreshAssemblies()
    toast(words.done)
  }

  return (
    <FormDialog<AttributeValues>
      open
      onClose={onClose}
      title={words.title}
      submit={words.submit}
      submitting={words.submitting}
      size="sm"
      defaults={defaults}
      schema={attributeSchema}
      labelOf={attributeLabel}
      onSubmit={send}
    >
      <FieldColumn fields={attributeFields} />
    </FormDialog>
  )
}
