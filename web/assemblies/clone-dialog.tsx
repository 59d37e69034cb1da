import { cloneBody } from '#contracts/assembly/attributes.ts'
import { multiline, text } from '#contracts/fields.ts'
import { save } from '../lib/api.ts'
import { messageOf } from '../lib/api-error.ts'
import { Badge } from '../lib/badge.tsx'
import { assemblyPath } from './shared/api.ts'
import type { Assembly } from './shared/assembly.ts'
import { createOnce } from '../form/create-once.ts'
import { FieldsDialog } from '../form/fields-dialog.tsx'

export const cloneDefaults = ({ name, description }: Pick<Assembly, 'name' | 'description'>) => ({
  name: `${name} - Kopi`,
  description: `Kopi av ${description || name}`,
})

const fields = {
  name: text('Navn på ny sammenstilling', { required: true }),
  // If empty, it is not sent, and the clone gets the source's description.
  description: multiline('Beskrivelse (valgfri)'),
}

type Props = { assembly: Assembly; onClose: () => void }

export const CloneDialog = ({ assembly, onClose }: Props) => (
  <FieldsDialog
    onClose={onClose}
    title="Klone sammenstilling"
    submit="Klone sammenstilling"
    submitting="Kloner..."
    size="md"
    defaults={cloneDefaults(assembly)}
    fields={fields}
    draft={`assemblytypes/${assembly.id}/klone`}
    body={cloneBody}
    send={async (body, attempt) => {
      const command = { path: `${assemblyPath(assembly.id)}/clone`, body }
      const { name } = await createOnce<Assembly>(attempt, command, ({ data: { id } }) => {
        const { description } = assembly
        return save('PUT', assemblyPath(id), { description, ...body }, { key: attempt.key })
      })
      const text = `"${name}" ble opprettet som en kopi av "${assembly.name}"`
      return { title: 'Sammenstilling klonet', text }
    }}
    failed={(error) => ({
      title: 'Feil ved kloning',
      text: messageOf(error, 'Kunne ikke klone sammenstillingen'),
    })}
  >
    <div className="mb-5 rounded-lg border border-line bg-sunken px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {assembly.name}
        {assembly.type && <Badge tone="accent">{assembly.type}</Badge>}
      </p>
      <p className="mt-0.5 line-clamp-3 text-sm break-words text-muted">{assembly.description}</p>
    </div>
  </FieldsDialog>
)
