type Description = {
  readonly tag: string
  readonly summary: string
  /** A body that the call understands. */
  readonly example?: object
  /** The status of an answer that says yes, if it is not 200. */
  readonly status?: number
}

const session = 'session'
const own = 'account'
const users = 'users'
const password = 'fire ulike ord uten mening'

/** What the document of the API says about the gateway's own calls. */
export const descriptions: Readonly<Record<string, Description>> = {
  'POST /api/session': {
    tag: session,
    summary: 'Logg inn',
    example: { username: 'kari', password },
  },
  'GET /api/session': { tag: session, summary: 'Hvem er logget inn' },
  'DELETE /api/session': { tag: session, summary: 'Logg ut', status: 204 },
  'GET /api/session/oidc': { tag: session, summary: 'Logg inn med jobbkonto', status: 302 },
  'GET /api/session/oidc/callback': {
    tag: session,
    summary: 'Tilbake fra innlogging med jobbkonto',
    status: 302,
  },
  'POST /api/access/code': {
    tag: session,
    summary: 'Hva en engangslenke gjelder',
    example: { code: 'koden-fra-lenken' },
  },
  'PUT /api/access/code': {
    tag: session,
    summary: 'Bruk en engangslenke: velg passord og logg inn',
    example: { code: 'koden-fra-lenken', password },
  },
  'GET /api/access/account': { tag: own, summary: 'Min konto' },
  'PUT /api/access/account/password': {
    tag: own,
    summary: 'Bytt passord',
    example: { currentPassword: password, newPassword: 'hest batteri stift korrekt' },
  },
  'GET /api/access/account/sessions': { tag: own, summary: 'Mine økter' },
  'DELETE /api/access/account/sessions': { tag: own, summary: 'Avslutt mine andre økter' },
  'DELETE /api/access/account/sessions/{id}': { tag: own, summary: 'Avslutt en av mine økter' },
  'POST /api/access/account/totp': {
    tag: own,
    summary: 'Begynn med engangskode',
    example: { password },
  },
  'PUT /api/access/account/totp': {
    tag: own,
    summary: 'Slå på engangskode',
    example: { code: '123456' },
  },
  'DELETE /api/access/account/totp': {
    tag: own,
    summary: 'Slå av engangskode',
    example: { password },
  },
  'GET /api/access/roles': { tag: users, summary: 'Rollene og hva de kan' },
  'GET /api/access/users': { tag: users, summary: 'Alle brukere' },
  'POST /api/access/users': {
    tag: users,
    summary: 'Inviter en bruker',
    example: { username: 'ola', name: 'Ola Nordmann', role: 'leser' },
    status: 201,
  },
  'PUT /api/access/users/{id}': {
    tag: users,
    summary: 'Endre en bruker',
    example: { role: 'redaktør' },
  },
  'POST /api/access/users/{id}/reset': { tag: users, summary: 'Ny engangslenke for en bruker' },
  'POST /api/access/users/{id}/deactivate': { tag: users, summary: 'Sperr en bruker' },
  'POST /api/access/users/{id}/activate': { tag: users, summary: 'Aktiver en deaktivert bruker' },
  'POST /api/access/users/{id}/unlock': { tag: users, summary: 'Lås opp en konto' },
  'GET /api/access/users/{id}/sessions': { tag: users, summary: 'En brukers økter' },
  'DELETE /api/access/users/{id}/sessions': { tag: users, summary: 'Avslutt en brukers økter' },
  'DELETE /api/access/users/{id}/sessions/{sessionId}': {
    tag: users,
    summary: 'Avslutt én av en brukers økter',
  },
  'GET /api/access/security-log': { tag: 'security-log', summary: 'Sikkerhetsloggen' },
  'GET /api/access/security-log/events': {
    tag: 'security-log',
    summary: 'Hendelsene sikkerhetsloggen kan ha',
  },
  'GET /api/health': { tag: 'health', summary: 'Om kommandoer og spørringer virker' },
}
