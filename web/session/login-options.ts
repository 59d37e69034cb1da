import { ApiError } from '../lib/api.ts'

/** What the login page has to offer and to say: the details of "not signed in". */
export type LoginOptions = {
  /** No account exists yet: the link that the server printed comes first. */
  readonly setUp: boolean
  /** Logging in with the account at work; a page to go to. */
  readonly oidc: { readonly label: string; readonly url: string } | null
  /** A cookie came along that no longer counts. */
  readonly expired: boolean
}

export const noLoginOptions: LoginOptions = { setUp: false, oidc: null, expired: false }

const detailsOf = (error: unknown) =>
  (error instanceof ApiError ? Object(error.details) : {}) as Readonly<Record<string, unknown>>

export const loginOptionsOf = (error: unknown): LoginOptions => ({
  ...noLoginOptions,
  ...detailsOf(error),
})

/** The server asks for a one-time code only of those who have one. */
export const wantsCode = (error: unknown): boolean => detailsOf(error)['needs'] === 'code'

const failures: Readonly<Record<string, string>> = {
  utilgjengelig: 'Innloggingstjenesten svarer ikke akkurat nå.',
  avbrutt: 'Innloggingen ble avbrutt. Prøv igjen.',
  ukjent: 'Kontoen har ikke tilgang her. Ta kontakt med en administrator.',
  deaktivert: 'Kontoen er deaktivert. Ta kontakt med en administrator.',
}

/** Why a login elsewhere failed, from the address it came back to. */
export const failureIn = (search: string): string | undefined => {
  const code = new URLSearchParams(search).get('feil')
  return code === null ? undefined : (failures[code] ?? failures['avbrutt'])
}
