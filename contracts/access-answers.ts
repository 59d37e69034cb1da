import { z } from 'zod'
import { roles, type Permission, type Role } from './access.ts'

export const role = z.enum(Object.keys(roles) as [Role, ...Role[]])

const permission = z.enum(roles.administrator.may satisfies readonly Permission[])
const person = { id: z.string(), username: z.string(), name: z.string(), role }

/** Who is logged in. */
export const currentSession = z
  .object({
    user: z.object({
      ...person,
      token: z.string().optional().describe('API-nøkkelens navn'),
    }),
    permissions: z.array(permission),
    expiresAt: z.iso.datetime(),
    mustSetUpTotp: z.boolean(),
  })
  .meta({ id: 'Session' })
export type User = Readonly<z.output<typeof currentSession>['user']>

export const listedRole = z.object({
  role,
  label: z.string(),
  permissions: z.array(permission),
})

export const linkPurpose = z.enum(['first', 'invited', 'reset'])
/** Whom a one-time link is for. The first administrator has no names yet. */
export const linkPerson = z.object({
  purpose: linkPurpose,
  username: z.string().nullable(),
  name: z.string().nullable(),
  role,
  minimumLength: z.int(),
})
export type LinkPerson = z.output<typeof linkPerson>

export const listedAccount = z
  .object({
    ...person,
    active: z.boolean(),
    totp: z.boolean(),
    hasPassword: z.boolean(),
    oidc: z.boolean(),
    invitedUntil: z.string().nullable(),
    lockedUntil: z.string().nullable(),
    sessions: z.number(),
    createdAt: z.string(),
    lastLoginAt: z.string().nullable(),
  })
  .meta({ id: 'User' })
export type ListedAccount = z.output<typeof listedAccount>

export const ownAccount = z.object({
  ...person,
  hasPassword: z.boolean(),
  totp: z.boolean(),
  totpRequired: z.boolean(),
  passwordChangedAt: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  minimumLength: z.int(),
})
export type OwnAccount = z.output<typeof ownAccount>

/** The link is answered only once. */
export const invitation = z.object({
  user: listedAccount,
  link: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.output<typeof invitation>

export const totpSecret = z.object({ secret: z.string(), uri: z.string() })
export type TotpSecret = z.output<typeof totpSecret>

export const storedSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  address: z.string(),
  browser: z.string(),
})
export const listedSession = storedSession.extend({ current: z.boolean() })
export type ListedSession = z.output<typeof listedSession>
export const endedSessions = z.object({ ended: z.int() })

export const listedToken = z
  .object({
    id: z.string(),
    name: z.string(),
    role,
    createdAt: z.string(),
    createdBy: z.string().nullable().describe('Brukernavnet til den som laget den for en annen'),
    expiresAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ListedToken = z.output<typeof listedToken>
/** The answer that creates a token: the only one that contains the secret. */
export const newToken = listedToken.extend({
  token: z.string().describe('Vises bare denne ene gangen'),
})
export type NewToken = z.output<typeof newToken>

export const savedView = z
  .object({
    id: z.string(),
    list: z.string(),
    name: z.string(),
    address: z.string(),
    shared: z.boolean(),
    accountId: z.string(),
    createdBy: z.string(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof savedView>
export const listedView = savedView.extend({
  mayChange: z.boolean().describe('Om den som spør kan gi den nytt navn eller slette den'),
})
export type ListedView = z.output<typeof listedView>

/** What was ended, revoked or deleted. */
export const gone = z.object({ id: z.string() })

/** As stored. `count`: how many equal events the log has in that minute. */
export const loggedRow = z.object({
  id: z.bigint().transform(Number),
  at: z.string(),
  event: z.string(),
  /** The account, which keeps its id when it is renamed. */
  userId: z.string().nullable(),
  username: z.string(),
  /** The name the account has now, if it is another. */
  usernameNow: z.string().nullable(),
  address: z.string(),
  browser: z.string(),
  details: z.record(z.string(), z.unknown()),
  count: z.number(),
})
/** With the event in words. */
export const logEntry = loggedRow.extend({ label: z.string() }).meta({ id: 'SecurityLogEntry' })
export type LogEntry = z.output<typeof logEntry>

export const usernamePeriod = z.object({
  username: z.string(),
  accountId: z.string(),
  since: z.string(),
  /** From then on another account may use the name; null if none may. */
  until: z.string().nullable(),
})
export type UsernamePeriod = z.output<typeof usernamePeriod>
