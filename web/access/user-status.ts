import type { Tone } from '../lib/badge.tsx'
import type { User } from './api.ts'

export type Status = { readonly text: string; readonly tone: Tone }

/** What an administrator must know about an account at a glance, the weightiest first. */
export const statusOf = (user: User): Status => {
  if (!user.active) return { text: 'Deaktivert', tone: 'danger' }
  if (user.lockedUntil) return { text: 'Midlertidig låst', tone: 'warning' }
  if (user.invitedUntil && !user.hasPassword) return { text: 'Venter på passord', tone: 'accent' }
  if (!user.hasPassword && !user.oidc) return { text: 'Uten passord', tone: 'warning' }
  return { text: 'Aktiv', tone: 'success' }
}
