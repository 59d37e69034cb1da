import { z } from 'zod'
import { roles, rolesWithin, type Role } from '#contracts/access.ts'
import { role, type NewToken } from '#contracts/access-answers.ts'
import { text } from '#contracts/fields.ts'
import { SelectField, TextField } from '../fields/basic-controls.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { save } from '../lib/api.ts'

type Values = { name: string; role: Role; days: string }

const lifetimes = { 30: '30 dager', 90: '90 dager', 365: 'Ett år' }
const nameField = text('Navn', {
  required: true,
  max: 100,
  placeholder: 'F.eks. Prisfil om natten',
})
const labels: Readonly<Record<string, string>> = { role: 'Rolle', days: 'Virker i' }
const schema = z.object({
  name: z.string().trim().min(1).max(100),
  role,
  days: z.enum(Object.keys(lifetimes)),
})
const defaults: Values = { name: '', role: 'leser', days: '90' }
const day = 24 * 60 * 60_000

type Props = {
  path: string
  ownerRole: Role
  onMade: (token: NewToken) => void
  onClose: () => void
}

export const TokenDialog = ({ path, ownerRole, onMade, onClose }: Props) => {
  const send = async ({ name, role: wanted, days }: Values) => {
    const expiresAt = new Date(Date.now() + Number(days) * day).toISOString()
    onMade(await save<NewToken>('POST', path, { name: name.trim(), role: wanted, expiresAt }))
    return undefined
  }
  return (
    <FormDialog<Values>
      onClose={onClose}
      title="Ny API-nøkkel"
      description="For skript og andre programmer. Det som gjøres med nøkkelen, står i historikken med navnet på den."
      submit="Lag nøkkel"
      submitting="Lager..."
      size="sm"
      defaults={defaults}
      schema={schema}
      labelOf={(path) => labels[path] ?? nameField.label}
      onSubmit={send}
    >
      <div className="flex flex-col gap-3.5">
        <TextField name="name" field={nameField} />
        <SelectField
          name="role"
          label="Rolle"
          required
          hint="Velg den minste som er nok."
          options={rolesWithin(ownerRole).map((one) => [one, roles[one].label])}
        />
        <SelectField name="days" label="Virker i" required options={Object.entries(lifetimes)} />
      </div>
    </FormDialog>
  )
}
