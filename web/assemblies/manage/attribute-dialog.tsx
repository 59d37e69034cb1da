import {
  attributeBody,
  unitSuggestions,
  type AttributeAnswer,
} from '#contracts/assembly/attributes.ts'
import { flag, suggestion, text } from '#contracts/fields.ts'
import { save } from '../../lib/api.ts'
import { assembliesPath, assemblyPath } from '../shared/api.ts'
import { createOnce } from '../../form/create-once.ts'
import { FieldsDialog, wordsOf } from '../../form/fields-dialog.tsx'
import { formValuesOf } from '../../form/form-values.ts'

export const attributeFields = {
  description: text('Beskrivelse', { required: true }),
  value: text('Verdi', { required: true }),
  unit: suggestion('Enhet', { options: unitSuggestions, max: 200 }),
  drawingNumber: text('Tegn.nr. (valgfritt)', { max: 200 }),
  editable: flag('Kan redigeres senere'),
}

export const attributeDefaults = (attribute?: AttributeAnswer) =>
  formValuesOf({ fields: attributeFields }, { id: 0, editable: true, ...attribute })

type Props = {
  assemblyId: number
  /** Undefined: add a new one. */
  attribute?: AttributeAnswer | undefined
  onClose: () => void
}

export const AttributeDialog = ({ assemblyId, attribute, onClose }: Props) => {
  const { done, ...words } = wordsOf('attributt', !attribute)
  return (
    <FieldsDialog
      {...words}
      onClose={onClose}
      size="sm"
      defaults={attributeDefaults(attribute)}
      fields={attributeFields}
      draft={`assemblytypes/${assemblyId}/attributter/${attribute?.id ?? 'ny'}`}
      body={attributeBody}
      send={async (body, attempt) => {
        const change = ({ id }: AttributeAnswer) =>
          save<AttributeAnswer>(
            'PUT',
            `${assembliesPath}/attributes/${id}`,
            { id, ...body },
            { key: attempt.key },
          )
        const command = { path: `${assemblyPath(assemblyId)}/attributes`, body }
        if (attribute) await change(attribute)
        else await createOnce<AttributeAnswer>(attempt, command, ({ data }) => change(data))
        const changed = attribute ? 'oppdatert' : 'lagt til sammenstillingen'
        return { title: done, text: `Attributtet ble ${changed}` }
      }}
      failed={() => ({
        title: 'Feil',
        text: `Kunne ikke ${attribute ? 'oppdatere' : 'legge til'} attributt`,
      })}
    />
  )
}
