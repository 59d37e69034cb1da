import { test } from 'tap'
import { signerOf } from '#audit/notes/note.ts'
import { checkSettingsOfServices } from './settings-of-services.ts'

const oidc = { OIDC_ISSUER: 'https://login.firma.no', OIDC_CLIENT_ID: 'stykkliste' }

test('a wrong setting of a service is refused by name, with what it should be', async (t) => {
  const wrong: readonly [NodeJS.ProcessEnv, RegExp][] = [
    [
      { LOG_LEVEL: 'loud' },
      /LOG_LEVEL: må være fatal, error, warn, info, debug, trace eller silent/,
    ],
    [{ RATE_LIMIT_PER_SECOND: 'mange' }, /RATE_LIMIT_PER_SECOND: må være et tall fra 1/],
    [{ RATE_LIMIT_BURST: '-5' }, /RATE_LIMIT_BURST: må være et tall fra 1/],
    [{ RATE_LIMIT_BURST: '1e400' }, /RATE_LIMIT_BURST: må være et tall fra 1/],
    [{ REQUIRE_TOTP: 'admin' }, /REQUIRE_TOTP: admin er ingen rolle. Rollene er leser, redaktør/],
    [
      { TRUST_PROXY: 'loopback, alle, 10.0.0.0/99' },
      /TRUST_PROXY: må være adresser til proxyer.+\(invalid IP address: alle\)\n.+10\.0\.0\.0\/99\)$/,
    ],
    [{ PUBLIC_URL: 'stykkliste.firma.no' }, /PUBLIC_URL: må være en adresse som https:/],
    [{ PUBLIC_URL: 'https://firma.no/stykkliste' }, /PUBLIC_URL: må være en adresse uten sti/],
    [{ ALLOWED_HOSTS: 'https://a.no' }, /ALLOWED_HOSTS: må være vertsnavn uten https/],
    [{ ALLOWED_HOSTS: 'a.no:443' }, /ALLOWED_HOSTS: må være vertsnavn uten https/],
    [{ ...oidc, OIDC_ISSUER: 'foo' }, /OIDC_ISSUER: må være en adresse/],
    [{ ...oidc, OIDC_ISSUER: 'http://login.firma.no' }, /OIDC_ISSUER: må begynne med https/],
    [{ ...oidc, OIDC_DEFAULT_ROLE: 'sjef' }, /OIDC_DEFAULT_ROLE: må være en rolle: leser/],
    [{ OIDC_ISSUER: oidc.OIDC_ISSUER }, /OIDC_ISSUER er satt. Da må også OIDC_CLIENT_ID være det/],
    [
      { OIDC_ROLE_CLAIM: 'roles' },
      /OIDC_ROLE_CLAIM er satt. Da må også OIDC_ISSUER og OIDC_CLIENT/,
    ],
    [{ S3_ENDPOINT: 'abc' }, /S3_ENDPOINT: må være en adresse/],
    [{ S3_BUCKET: 'filer' }, /S3_BUCKET er satt. Da må også S3_ENDPOINT være det/],
    [{ AUDIT_FOLDER: 'her' }, /AUDIT_FOLDER: må være hele stien til en mappe som finnes/],
    [
      { AUDIT_WITNESS_KEY: 'vitne' },
      /AUDIT_WITNESS_KEY: må være nøkkelen til et vitne \(vitne er ingen nøkkel av formen navn\+hash\+base64\)$/,
    ],
    [
      { AUDIT_WITNESS_KEY: `vitne+00000000+${'A'.repeat(44)}` },
      /nøkkelen til et vitne \(Hashen i vitne\+.+ er ikke av navnet og nøkkelen\)$/,
    ],
    [
      { AUDIT_WITNESS_KEY: signerOf('vitne', Buffer.alloc(32, 1)).verifierKey },
      /nøkkelen til et vitne \(vitne\+.+ er en nøkkel for annet enn medsignaturer\)$/,
    ],
    [{ AUDIT_S3_ACCESS_KEY_ID: 'x' }, /Da må også AUDIT_S3_ENDPOINT og AUDIT_S3_BUCKET være det/],
  ]
  for (const [env, message] of wrong) t.throws(() => checkSettingsOfServices(env), { message })
})

test('settings that are empty, right or of other programs are taken', async (t) => {
  const right: readonly NodeJS.ProcessEnv[] = [
    { LOG_LEVEL: '', RATE_LIMIT_BURST: ' ', AUDIT_S3_ENDPOINT: '', S3_REGION: '', OIDC_ISSUER: '' },
    { PUBLIC_URL: 'https://stykkliste.firma.no/', TRUST_PROXY: 'loopback, 10.0.0.0/8' },
    { ALLOWED_HOSTS: 'stykkliste, bom.firma.no, [::1]', REQUIRE_TOTP: 'revisor,administrator' },
    { ...oidc, OIDC_ISSUER: 'http://localhost:4000/' },
    { S3_TEST_BUCKET: 'x', LANG: 'nb_NO.UTF-8' },
  ]
  for (const env of right) t.doesNotThrow(() => checkSettingsOfServices(env))
})
