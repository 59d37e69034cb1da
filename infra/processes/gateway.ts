import { join } from 'node:path'
import { spaceIn } from '#kernel/disk.ts'
import { gauge, gauges, serveMetrics, watchPools } from '#kernel/metrics.ts'
import { serve } from '#kernel/serve.ts'
import { createAccess, startHousekeeping } from '#access/access.ts'
import { openDatabase } from '#access/store/database.ts'
import { ensureFirstAdministrator } from '#access/first-administrator.ts'
import { openKeys } from '#access/store/keys.ts'
import { checkOidc, createOidc } from '#access/oidc/oidc.ts'
import { weakPasswordText } from '#access/passwords/weak-password.ts'
import { setUpLink } from '#access/set-up-code.ts'
import { createGateway } from '#gateway/app.ts'
import { unknownProxyText } from '#gateway/middleware/unknown-proxy.ts'
import { gatewayEnvironment } from '#gateway/environment.ts'
import { openUpstreams } from '#gateway/proxy/upstream.ts'
import { settings } from './settings.ts'

const env = settings(gatewayEnvironment, checkOidc)
const keys = openKeys(env.DATA_DIR)
const db = await openDatabase(env.DATABASE_URL)
const access = createAccess({
  db,
  keys,
  dataDir: env.DATA_DIR,
  totpRequired: (role) => env.REQUIRE_TOTP.includes(role),
})
const upstreams = openUpstreams(
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
  command: upstreams.command.queued(),
  projector: upstreams.projector.queued(),
}))
await serveMetrics('gateway')
const app = await createGateway({
  access,
  upstreams,
  oidc: createOidc(env),
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
await ensureFirstAdministrator(
  access,
  { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD },
  (text) => app.log.warn(text),
)
// The supervisor says this itself; in a container nobody else does.
if (process.env['EMBEDDED'] !== '1') {
  const weak = weakPasswordText(env)
  if (weak) app.log.warn(weak)
  const link = setUpLink(env.DATA_DIR, env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`)
  if (link) console.log(`Opprett den første administratoren her: ${link}`)
}
const stopHousekeeping = startHousekeeping(access, (error) =>
  app.log.error({ err: error }, 'housekeeping failed'),
)
await serve(app, {
  host: env.HOST,
  port: env.PORT,
  stop: async () => {
    await stopHousekeeping().catch((error: unknown) => app.log.error({ err: error }, 'not counted'))
    await db.end()
  },
})
