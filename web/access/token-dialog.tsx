import { z } from 'zod'
import { roleNames, rolesWithin, type Role } from '#contracts/access.ts'
import { role, type NewToken } from '#contracts/access-answers.ts'
import { choice, text } from '#contracts/fields.ts'
import { FieldsDialog } from '../form/fields-dialog.tsx'
import { save } from '../lib/api.ts'

const lifetimes = { 30: '30 dager', 90: '90 dager', 365: 'Ett år' }
const fieldsFor = (owner: Role) => ({
  name: text('Navn', { required: true, max: 100, placeholder: 'F.eks. Prisfil om natten' }),
  role: choice('Rolle', {
    required: true,
    names: roleNames(rolesWithin(owner)),
    hint: 'Velg den minste som er nok.',
  }),
  days: choice('Virker i', { required: true, names: lifetimes }),
})
const body = z.object({
  name: z.string().trim().min(1).max(100),
  role,
  days: z.enum(Object.keys(lifetimes)),
})
const defaults = { name: '', role: 'leser', days: '90' }
const day = 24 * 60 * 60_000

type Props = {
  path: string
  ownerRole: Role
  onMade: (token: NewToken) => void
  onClose: () => void
}

export const TokenDialog = ({ path, ownerRole, onMade, onClose }: Props) => (
  <FieldsDialog
    onClose={onClose}
    title="Ny API-nøkkel"
    description="For skript og andre programmer. Det som gjøres med nøkkelen, står i historikken med navnet på den."
    submit="Lag nøkkel"
    submitting="Lager..."
    defaults={defaults}
    fields={fieldsFor(ownerRole)}
    body={body}
    send={async ({ days, ...token }) => {
      const expiresAt = new Date(Date.now() + Number(days) * day).toISOString()
      onMade(await save<NewToken>('POST', path, { ...token, expiresAt }))
      return undefined
    }}
  />
)
