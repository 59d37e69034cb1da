import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { ListPlus, Lock, Pencil, Plus } from 'lucide-react'
import useSWR from 'swr'
import { remove } from '../../lib/api.ts'
import { Badge } from '../../lib/badge.tsx'
import { IconButton, RemoveButton } from '../../lib/button.tsx'
import { DialogButton } from '../../lib/dialog-button.tsx'
import { useMay } from '../../session/session.ts'
import { assembliesPath, assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { submitChange } from '../../lib/submit-change.ts'
import { Empty, Loaded } from '../../lib/loaded.tsx'
import { Panel } from '../../lib/panel.tsx'

export const countText = (count: number): string =>
  `Totalt ${count} attributt${count === 1 ? '' : 'er'}`

const removeAttribute = (id: number) =>
  submitChange({
    send: () => remove(`${assembliesPath}/attributes/${id}`),
    done: { title: 'Attributt fjernet', text: 'Attributtet ble fjernet fra sammenstillingen' },
    failed: 'Kunne ikke fjerne attributt',
  })

type RowProps = { assemblyId: number; attribute: AttributeAnswer }

const AttributeRow = ({ assemblyId, attribute }: RowProps) => {
  const mayEdit = useMay('edit')
  const { id, description, value, unit, drawingNumber, editable } = attribute
  return (
    <li className="flex items-center gap-2 py-2.5">
      <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {description}
          {drawingNumber && <Badge>Tegn.nr. {drawingNumber}</Badge>}
          {!editable && (
            <Badge tone="warning">
              <Lock className="size-3" /> Låst
            </Badge>
          )}
        </p>
        <p className="min-w-0 break-words tabular-nums">
          {value} {unit && <span className="text-muted">{unit}</span>}
        </p>
      </div>
      {mayEdit && (
        <>
          <DialogButton
            as={IconButton}
            label={`Rediger ${description}`}
            icon={<Pencil />}
            disabled={!editable}
            dialog={AttributeDialog}
            with={{ assemblyId, attribute }}
          />
          <RemoveButton label={`Fjern ${description}`} onClick={() => void removeAttribute(id)} />
        </>
      )}
    </li>
  )
}

export const AttributesTab = ({ assembly }: { assembly: Assembly }) => {
  const attributes = useSWR<readonly AttributeAnswer[]>(`${assemblyPath(assembly.id)}/attributes`)
  const mayEdit = useMay('edit')
  return (
    <Panel
      label="Attributter"
      hint="Egenskaper ved sammenstillingen, som lengde, hastighet eller spenning."
      action={
        mayEdit && (
          <DialogButton
            look="primary"
            icon={<Plus />}
            dialog={AttributeDialog}
            with={{ assemblyId: assembly.id }}
          >
            Legg til attributt
          </DialogButton>
        )
      }
      footer={attributes.data && countText(attributes.data.length)}
    >
      <Loaded
        {...attributes}
        loading="Laster attributter..."
        failed="Kunne ikke laste attributter"
        empty={<Empty icon={<ListPlus />}>Ingen attributter definert ennå</Empty>}
      >
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((attribute) => (
              <AttributeRow key={attribute.id} assemblyId={assembly.id} attribute={attribute} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}
