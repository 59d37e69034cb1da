type Settings = {
  readonly PUBLIC_URL?: string | undefined
  readonly TRUST_PROXY?: string | readonly string[] | undefined
}

// Without TRUST_PROXY all clients seem to have the proxy's address: one who guesses passwords locks the login for
// everybody, and the security log cannot tell clients apart.
export const unknownProxyText = ({ PUBLIC_URL, TRUST_PROXY }: Settings): string | null =>
  PUBLIC_URL?.trim().startsWith('https:') && (TRUST_PROXY ?? '').length === 0
    ? 'PUBLIC_URL er https, men TRUST_PROXY er ikke satt: alle får adressen til proxyen, og én som gjetter ' +
      'passord, kan stanse innloggingen for alle. Sett TRUST_PROXY til adressen til proxyen.'
    : null
