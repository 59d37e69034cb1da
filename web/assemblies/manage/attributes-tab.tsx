import type { AttributeAnswer } from '#contracts/assembly/answers.ts'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../lib/button.tsx'
import { assemblyPath } from '../api.ts'
import type { Assembly } from '../assembly.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { countText } from './attribute-form.ts'
import { AttributeRow } from './attribute-row.tsx'
import { Empty, Failed, Loading, Panel } from './panel.tsx'

type Props = { assembly: Assembly; readOnly: boolean }

export const AttributesTab = ({ assembly, readOnly }: Props) => {
  const { data, error, mutate } = useSWR<readonly AttributeAnswer[]>(
    `${assemblyPath(assembly.id)}/attributes`,
  )
  const [form, setForm] = useState<{ attribute?: AttributeAnswer } | null>(null)

  return (
    <Panel
      hint="Egenskaper ved sammenstillingen, som lengde, hastighet eller spenning."
      action={
        !readOnly && (
          <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({})}>
            Legg til attributt
          </Button>
        )
      }
      footer={data && countText(data.length)}
    >
      {data ? (
        data.length > 0 ? (
          <ul className="divide-y divide-line">
            {data.map((attribute) => (
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
      ) : error ? (
        <Failed
          title="Kunne ikke laste attributter"
          message={messageOf(error)}
          retry={() => void mutate()}
        />
      ) : (
        <Loading>Laster attributter...</Loading>
      )}
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
