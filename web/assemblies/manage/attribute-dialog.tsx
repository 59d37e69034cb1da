import { attributeFields } from '#contracts/assembly/attribute-fields.ts'
import { attributeBody, type AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { save } from '../../lib/api.ts'
import { assembliesPath, assemblyPath } from '../shared/api.ts'
import { createOnce } from '../../form/create-once.ts'
import { FieldsDialog, wordsOf } from '../../form/fields-dialog.tsx'
import { formValuesOf } from '../../form/form-values.ts'

const fields = {
  ...attributeFields,
  drawingNumber: { ...attributeFields.drawingNumber, label: 'Tegn.nr. (valgfritt)' },
}

export const attributeDefaults = (attribute?: AttributeAnswer) =>
  formValuesOf({ fields }, { id: 0, editable: true, ...attribute })

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
      defaults={attributeDefaults(attribute)}
      fields={fields}
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
