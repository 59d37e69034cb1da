import { z } from 'zod'
import { roles, type Role } from './access.ts'

export const role = z.enum(Object.keys(roles) as [Role, ...Role[]])

/** An account as administrators see it. */
export const listedAccount = z
  .object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    role,
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

/** Where somebody is signed in. */
export const listedSession = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string(),
    expiresAt: z.string(),
    address: z.string(),
    browser: z.string(),
  })
  .meta({ id: 'UserSession' })
export type ListedSession = z.output<typeof listedSession> & { readonly current: boolean }

/** An API token, without what opens it. */
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
/** A token as it is told, this once. */
export type NewToken = ListedToken & { readonly token: string }

/** A list as somebody has set it up. */
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
/** As it is listed for somebody. */
export const listedView = savedView.extend({
  mayChange: z.boolean().describe('Om den som spør kan gi den nytt navn eller slette den'),
})
export type ListedView = z.output<typeof listedView>

/** What the security log holds of an event, and how often within its minute. */
export const logEntry = z
  .object({
    id: z.bigint().transform(Number),
    at: z.string(),
    event: z.string(),
    username: z.string(),
    address: z.string(),
    browser: z.string(),
    details: z.record(z.string(), z.unknown()),
    count: z.number(),
  })
  .meta({ id: 'SecurityLogEntry' })
export type LogEntry = z.output<typeof logEntry> & { readonly label: string }

/** From when until when a user name was an account's, as far as the security log tells. */
export const usernamePeriod = z.object({
  username: z.string(),
  accountId: z.string(),
  since: z.string(),
  /** From here on another account may have it; null where none may. */
  until: z.string().nullable(),
})
export type UsernamePeriod = z.output<typeof usernamePeriod>
