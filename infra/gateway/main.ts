import { join } from 'node:path'
import { spaceIn } from '../../services/kernel/disk.ts'
import { environment } from '../../services/kernel/environment.ts'
import { gauge, gauges, serveMetrics, watchPools } from '../../services/kernel/metrics.ts'
import { serve } from '../../services/kernel/serve.ts'
import { newAccess } from './access/access.ts'
import { openDatabase } from './access/database.ts'
import { firstAdministrator } from './access/first-administrator.ts'
import { keepHouse } from './access/housekeeping.ts'
import { openKeys } from './access/keys.ts'
import { oidc } from './access/oidc.ts'
import { setUpLink } from './access/set-up-code.ts'
import { newGateway } from './app.ts'
import { unknownProxyText } from './door/unknown-proxy.ts'
import { gatewayEnvironment, type GatewayEnvironment } from './environment.ts'
import { openServices } from './services.ts'

const oidcOf = (env: GatewayEnvironment) =>
  env.OIDC_ISSUER === undefined || env.OIDC_CLIENT_ID === undefined
    ? null
    : oidc({
        issuer: env.OIDC_ISSUER,
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
        label: env.OIDC_LABEL,
        defaultRole: env.OIDC_DEFAULT_ROLE,
        roleClaim: env.OIDC_ROLE_CLAIM,
      })

const env = environment(gatewayEnvironment)
const keys = openKeys(env.DATA_DIR)
const db = await openDatabase(env.DATABASE_URL)
const access = newAccess({
  db,
  keys,
  dataDir: env.DATA_DIR,
  totpRequired: (role) => env.REQUIRE_TOTP.includes(role),
})
const services = openServices(
  { command: env.COMMAND_URL, projector: env.PROJECTOR_URL },
  env.INTERNAL_TOKEN,
)
watchPools({ accounts: db })
gauge(
  'disk_free_bytes',
  'Free to the system on the disk of DATA_DIR',
  async () => (await spaceIn(env.DATA_DIR)).free,
)
gauges('upstream_queue', 'Requests that wait for a connection to a service', 'service', () => ({
  command: services.upstreams.command.pool.stats.queued,
  projector: services.upstreams.projector.pool.stats.queued,
}))
await serveMetrics('gateway')
const { app } = await newGateway({
  access,
  services,
  oidc: oidcOf(env),
  host: env.HOST,
  internalToken: env.INTERNAL_TOKEN,
  webFolder: join(import.meta.dirname, '..', '..', 'web', 'dist'),
  cookieSuffix: env.PORT === 3000 ? '' : `_${env.PORT}`,
  publicUrl: env.PUBLIC_URL,
  allowedHosts: env.ALLOWED_HOSTS,
  trustProxy: env.TRUST_PROXY,
  rate: { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST },
  logLevel: env.LOG_LEVEL,
})
const unknownProxy = unknownProxyText(env)
if (unknownProxy) app.log.warn(unknownProxy)
await firstAdministrator(
  access,
  { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD },
  (text) => app.log.warn(text),
)
// The supervisor prints the link itself; in a container this is the only console there is.
if (process.env['EMBEDDED'] !== '1') {
  const link = setUpLink(env.DATA_DIR, env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`)
  if (link) console.log(`Opprett den første administratoren her: ${link}`)
}
const stopHousekeeping = keepHouse(access, (error) =>
  app.log.error({ err: error }, 'housekeeping failed'),
)
await services.asked
await serve(app, {
  host: env.HOST,
  port: env.PORT,
  stop: async () => {
    await stopHousekeeping().catch((error: unknown) => app.log.error({ err: error }, 'not counted'))
    await db.end()
  },
})
