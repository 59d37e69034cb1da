import { join, resolve } from 'node:path'
import { z } from 'zod'
import { checkAuthority } from '../eventstore/client/connection-string.ts'

/** The folder of the project: everything is found from here, wherever it was started. */
export const root = join(import.meta.dirname, '..', '..')

const filled = (value: string | undefined) => (value?.trim() ? value.trim() : undefined)
const text = z.preprocess((value) => filled(value as string | undefined), z.string().optional())

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536

const environment = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: text.default('3000').transform(Number).refine(isPort, {
    error: 'PORT må være et tall fra 1 til 65535.',
  }),
  METRICS_HOST: text.default('127.0.0.1'),
  METRICS_PORT: text
    .transform((port) => (port === undefined ? undefined : Number(port)))
    .refine((port) => port === undefined || isPort(port), {
      error: 'METRICS_PORT må være et tall fra 1 til 65535.',
    }),
  DATA_DIR: text.default(join(root, '.data')).transform((path) => resolve(path)),
  DATABASE_URL: text.refine((url) => url === undefined || /^postgres(ql)?:\/\//.test(url), {
    error: 'DATABASE_URL må begynne med postgres://.',
  }),
  EVENTSTORE_URL: text.refine(
    (url) => url === undefined || /^(esdb|kurrentdb)(\+discover)?:\/\//.test(url),
    { error: 'EVENTSTORE_URL må begynne med esdb:// eller kurrentdb://.' },
  ),
  INSTALLATION_LOST: text,
  WEB_BUILD: text,
  ADMIN_USERNAME: text,
  ADMIN_PASSWORD: text,
})

export type Configuration = {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** A Postgres to use instead of the embedded one. */
  readonly databaseUrl: string | undefined
  /** An event store to use instead of the embedded one. */
  readonly eventstoreUrl: string | undefined
  /** Whose missing parts are to be made anew: see infra/installation. */
  readonly lostInstallation: string | undefined
  /** WEB_BUILD=off serves the web app as it was last built: for work on the other parts. */
  readonly buildWeb: boolean
  readonly demo: boolean
  /** Where Prometheus asks; nowhere unless it is set. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
}

/** @throws with a sentence for the operator if the environment or the arguments make no sense. */
export const configuration = (
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Configuration => {
  const parsed = environment.safeParse(env)
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join('\n'))
  const unknown = args.filter((arg) => arg !== '--demo')
  if (unknown.length > 0)
    throw new Error(`Ukjent valg: ${unknown.join(' ')}. Det eneste som finnes, er --demo.`)
  const { HOST, PORT, DATA_DIR, DATABASE_URL, EVENTSTORE_URL } = parsed.data
  const { METRICS_HOST, METRICS_PORT } = parsed.data
  if (Boolean(parsed.data.ADMIN_USERNAME) !== Boolean(parsed.data.ADMIN_PASSWORD))
    throw new Error('ADMIN_USERNAME og ADMIN_PASSWORD må oppgis sammen.')
  if (EVENTSTORE_URL !== undefined) checkAuthority(EVENTSTORE_URL)
  return {
    host: HOST,
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    eventstoreUrl: EVENTSTORE_URL,
    lostInstallation: parsed.data.INSTALLATION_LOST,
    buildWeb: parsed.data.WEB_BUILD !== 'off',
    demo: args.includes('--demo'),
    metrics: METRICS_PORT === undefined ? undefined : { host: METRICS_HOST, port: METRICS_PORT },
  }
}
