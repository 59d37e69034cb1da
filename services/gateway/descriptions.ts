const password = 'fire ulike ord uten mening'

/** What the document of the API says about the gateway's own calls. */
export const summaries: Readonly<Record<string, string>> = {
  'POST /api/session': 'Logg inn',
  'GET /api/session': 'Hvem er logget inn',
  'DELETE /api/session': 'Logg ut',
  'GET /api/session/oidc': 'Logg inn med jobbkonto',
  'GET /api/session/oidc/callback': 'Tilbake fra innlogging med jobbkonto',
  'POST /api/access/code': 'Hva en engangslenke gjelder',
  'PUT /api/access/code': 'Bruk en engangslenke: velg passord og logg inn',
  'GET /api/access/account': 'Min konto',
  'PUT /api/access/account/password': 'Bytt passord',
  'GET /api/access/account/sessions': 'Mine økter',
  'DELETE /api/access/account/sessions': 'Avslutt mine andre økter',
  'DELETE /api/access/account/sessions/{id}': 'Avslutt en av mine økter',
  'POST /api/access/account/totp': 'Begynn med engangskode',
  'PUT /api/access/account/totp': 'Slå på engangskode',
  'DELETE /api/access/account/totp': 'Slå av engangskode',
  'GET /api/access/tokens': 'Mine API-nøkler',
  'POST /api/access/tokens': 'Lag en API-nøkkel',
  'DELETE /api/access/tokens/{tokenId}': 'Trekk tilbake en av mine API-nøkler',
  'GET /api/access/views': 'Lagrede visninger av en liste: egne og delte',
  'POST /api/access/views': 'Lagre en visning',
  'PUT /api/access/views/{id}': 'Gi en visning et annet navn',
  'DELETE /api/access/views/{id}': 'Slett en visning',
  'GET /api/access/roles': 'Rollene og hva de kan',
  'GET /api/access/users': 'Alle brukere',
  'POST /api/access/users': 'Inviter en bruker',
  'PUT /api/access/users/{id}': 'Endre en bruker',
  'POST /api/access/users/{id}/reset': 'Ny engangslenke for en bruker',
  'POST /api/access/users/{id}/deactivate': 'Sperr en bruker',
  'POST /api/access/users/{id}/activate': 'Aktiver en deaktivert bruker',
  'POST /api/access/users/{id}/unlock': 'Lås opp en konto',
  'GET /api/access/users/{id}/sessions': 'En brukers økter',
  'DELETE /api/access/users/{id}/sessions': 'Avslutt en brukers økter',
  'DELETE /api/access/users/{id}/sessions/{sessionId}': 'Avslutt én av en brukers økter',
  'GET /api/access/users/{id}/tokens': 'En brukers API-nøkler',
  'POST /api/access/users/{id}/tokens': 'Lag en API-nøkkel for en bruker',
  'DELETE /api/access/users/{id}/tokens/{tokenId}': 'Trekk tilbake en brukers API-nøkkel',
  'GET /api/access/security-log': 'Sikkerhetsloggen',
  'GET /api/access/security-log/events': 'Hendelsene sikkerhetsloggen kan ha',
  'GET /api/health': 'Om kommandoer og spørringer virker',
}

const token = { name: 'nattjobb', role: 'redaktør', expiresAt: '2030-12-31T22:59:59Z' }

/** Bodies that the calls understand. */
export const examples: Readonly<Record<string, object>> = {
  'POST /api/session': { username: 'kari', password },
  'POST /api/access/code': { code: 'koden-fra-lenken' },
  'PUT /api/access/code': { code: 'koden-fra-lenken', password },
  'PUT /api/access/account/password': {
    currentPassword: password,
    newPassword: 'hest batteri stift korrekt',
  },
  'POST /api/access/account/totp': { password },
  'PUT /api/access/account/totp': { code: '123456' },
  'DELETE /api/access/account/totp': { password },
  'POST /api/access/tokens': token,
  'POST /api/access/users/{id}/tokens': token,
  'POST /api/access/views': {
    list: 'componenttypes',
    name: 'Dyre skruer',
    address: 'type=Skrue&costPrice.min=100&sort=-costPrice',
    shared: false,
  },
  'PUT /api/access/views/{id}': { name: 'Dyre skruer' },
  'POST /api/access/users': { username: 'ola', name: 'Ola Nordmann', role: 'leser' },
  'PUT /api/access/users/{id}': { role: 'redaktør' },
}

/** Of answers that say yes, where it is not 200. */
export const statuses: Readonly<Record<string, number>> = {
  'DELETE /api/session': 204,
  'GET /api/session/oidc': 302,
  'GET /api/session/oidc/callback': 302,
  'POST /api/access/users': 201,
  'POST /api/access/tokens': 201,
  'POST /api/access/views': 201,
  'POST /api/access/users/{id}/tokens': 201,
}
