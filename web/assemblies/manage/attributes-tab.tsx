import type { AttributeAnswer } from '#contracts/assembly/attributes.ts'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { Button } from '../../lib/button.tsx'
import { assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { AttributeRow } from './attribute-row.tsx'
import { Empty, Loaded, Panel } from '../shared/panel.tsx'

export const countText = (count: number): string =>
  `Totalt ${count} attributt${count === 1 ? '' : 'er'}`

type Props = { assembly: Assembly; readOnly: boolean }

export const AttributesTab = ({ assembly, readOnly }: Props) => {
  const attributes = useSWR<readonly AttributeAnswer[]>(`${assemblyPath(assembly.id)}/attributes`)
  const [form, setForm] = useState<{ attribute?: AttributeAnswer } | null>(null)

  return (
    <Panel
      label="Attributter"
      hint="Egenskaper ved sammenstillingen, som lengde, hastighet eller spenning."
      action={
        !readOnly && (
          <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({})}>
            Legg til attributt
          </Button>
        )
      }
      footer={attributes.data && countText(attributes.data.length)}
    >
      <Loaded {...attributes} loading="Laster attributter..." failed="Kunne ikke laste attributter">
        {(all) =>
          all.length > 0 ? (
            <ul className="divide-y divide-line">
              {all.map((attribute) => (
                <AttributeRow
                  key={attribute.id}
                  attribute={attribute}
                  readOnly={readOnly}
                  onEdit={(edited) => setForm({ attribute: edited })}
                />
              ))}
            </ul>
          ) : (
            <Empty icon={<ListPlus aria-hidden />}>Ingen attributter definert ennå</Empty>
          )
        }
      </Loaded>
      {form && (
        <AttributeDialog
          assemblyId={assembly.id}
          attribute={form.attribute}
          onClose={() => setForm(null)}
        />
      )}
    </Panel>
  )
}
