import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { Lock, Pencil, Trash2 } from 'lucide-react'
import { remove } from '../../lib/api.ts'
import { Badge } from '../../lib/badge.tsx'
import { IconButton } from '../../lib/button.tsx'
import { assembliesPath } from '../shared/api.ts'
import { submitChange } from './submit-change.ts'

type Props = {
  attribute: AttributeAnswer
  readOnly: boolean
  onEdit: (attribute: AttributeAnswer) => void
}

const removeAttribute = (id: number) =>
  submitChange({
    send: () => remove(`${assembliesPath}/attributes/${id}`),
    done: { title: 'Attributt fjernet', text: 'Attributtet ble fjernet fra sammenstillingen' },
    failed: 'Kunne ikke fjerne attributt',
  })

export const AttributeRow = ({ attribute, readOnly, onEdit }: Props) => {
  const { id, description, value, unit, drawingNumber, editable } = attribute
  return (
    <li className="flex items-center gap-2 py-2.5">
      <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium break-words">
          {description}
          {drawingNumber && <Badge>Tegn.nr. {drawingNumber}</Badge>}
          {!editable && (
            <Badge tone="warning">
              <Lock aria-hidden className="size-3" /> Låst
            </Badge>
          )}
        </p>
        <p className="min-w-0 break-words tabular-nums">
          {value} {unit && <span className="text-muted">{unit}</span>}
        </p>
      </div>
      {!readOnly && (
        <>
          <IconButton
            label={`Rediger ${description}`}
            icon={<Pencil aria-hidden />}
            disabled={!editable}
            onClick={() => onEdit(attribute)}
          />
          <IconButton
            label={`Fjern ${description}`}
            icon={<Trash2 aria-hidden />}
            destructive
            onClick={() => void removeAttribute(id)}
          />
        </>
      )}
    </li>
  )
}
