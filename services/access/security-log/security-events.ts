/** Event names from the OWASP logging vocabulary, with labels. */
export const securityEvents = {
  authn_login_success: 'Innlogging',
  authn_login_fail: 'Mislykket innlogging',
  authn_login_lock: 'Innlogging stanset etter for mange forsøk',
  authn_logout: 'Utlogging',
  authn_password_change: 'Passord endret',
  authn_code_used: 'Engangslenke brukt',
  authn_token_created: 'API-nøkkel laget',
  authn_token_used: 'API-nøkkel brukt første gang',
  authn_token_fail: 'Avvist: ugyldig API-nøkkel',
  authn_token_revoked: 'API-nøkkel trukket tilbake',
  authn_totp_on: 'Engangskode slått på',
  authn_totp_off: 'Engangskode slått av',
  authz_fail: 'Avvist: manglende tilgang',
  authz_origin: 'Avvist: forespørsel fra et annet nettsted',
  session_ended: 'Økt avsluttet',
  user_created: 'Bruker opprettet',
  user_changed: 'Bruker endret',
  user_role_changed: 'Rolle endret',
  user_deactivated: 'Bruker deaktivert',
  user_activated: 'Bruker aktivert',
  user_reset: 'Passord nullstilt',
  user_unlocked: 'Konto låst opp',
  key_rotated: 'Nøkkel byttet',
  data_export: 'Data hentet ut som fil',
  data_erased: 'Personopplysninger slettet',
  journal_opened: 'Endringsloggen åpnet',
  journal_exported: 'Endringsloggen hentet ut som fil',
} as const

export type SecurityEvent = keyof typeof securityEvents

/** Counted per minute: each page of the journal that is read is one. */
export const repeated: readonly SecurityEvent[] = ['journal_opened']

/** Anybody can cause these without access: they are counted per minute, and deleted first. */
export const refusals: readonly SecurityEvent[] = [
  'authn_login_fail',
  'authn_login_lock',
  'authn_token_fail',
  'authz_fail',
  'authz_origin',
]
