import type { User as SignedIn } from '#contracts/access.ts'
import type { ListedAccount } from '#contracts/access-answers.ts'

export type Account = SignedIn & {
  readonly hasPassword: boolean
  readonly totp: boolean
  readonly totpRequired: boolean
  readonly passwordChangedAt: string | null
  readonly lastLoginAt: string | null
  readonly minimumLength: number
}

export type User = ListedAccount

/** The server returns the link only once. */
export type Invitation = {
  readonly user: User
  readonly link: string
  readonly expiresAt: string
}

export const accountPath = '/api/access/account'
export const tokensPath = '/api/access/tokens'
export const usersPath = '/api/access/users'
export const userPath = (id: string): string => `${usersPath}/${id}`
