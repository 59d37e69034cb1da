import { join, resolve } from 'node:path'
import { z } from 'zod'
import { gatewaySettings } from '#gateway/environment.ts'
import { filled } from '#kernel/environment.ts'
import { checkCaFile, isStoreAddress } from '../eventstore/client/connection-string.ts'

export const root = join(import.meta.dirname, '..', '..')

const text = z.string().optional()

const error = 'må være et tall fra 1 til 65535'
const port = z.coerce
  .number<string>({ error })
  .int({ error })
  .min(1, { error })
  .max(65_535, { error })

const environment = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: text.default('3000').pipe(port),
  METRICS_HOST: text.default('127.0.0.1'),
  METRICS_PORT: text.pipe(port.optional()),
  DATA_DIR: text
    .refine((path) => !path?.startsWith('~'), {
      error: 'kan ikke begynne med ~, som bare skallet forstår. Skriv hele stien',
    })
    .default(join(root, '.data'))
    .transform((path) => resolve(path)),
  DATABASE_URL: text
    .refine((url) => url === undefined || /^postgres(ql)?:\/\//.test(url), {
      abort: true,
      error: 'må begynne med postgres://',
    })
    .refine((url) => url === undefined || URL.canParse(url), {
      error: 'er ingen adresse. Skriv tegn som # og / i passordet som %23 og %2F',
    }),
  EVENTSTORE_URL: text.refine((url) => url === undefined || isStoreAddress(url), {
    error: 'må begynne med esdb:// eller kurrentdb:// og en adresse',
  }),
  PUBLIC_URL: gatewaySettings.PUBLIC_URL,
  INSTALLATION_LOST: text,
  WEB_BUILD: z.literal('off', { error: 'kan bare være off' }).optional(),
  ADMIN_USERNAME: text,
  ADMIN_PASSWORD: text,
})

export const ownSettings: readonly string[] = Object.keys(environment.shape)

export const configuration = (env: NodeJS.ProcessEnv, { demo = false } = {}) => {
  const { error, data } = environment.safeParse(filled(env))
  if (error)
    throw new Error(
      error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
    )
  if (Boolean(data.ADMIN_USERNAME) !== Boolean(data.ADMIN_PASSWORD))
    throw new Error('ADMIN_USERNAME og ADMIN_PASSWORD må oppgis sammen.')
  if (data.METRICS_PORT === data.PORT)
    throw new Error('METRICS_PORT og PORT kan ikke være samme port.')
  if (data.EVENTSTORE_URL !== undefined) checkCaFile(data.EVENTSTORE_URL)
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    eventstoreUrl: data.EVENTSTORE_URL,
    publicUrl: data.PUBLIC_URL,
    lostInstallation: data.INSTALLATION_LOST,
    /** WEB_BUILD=off serves the existing build, to start faster during development. */
    buildWeb: data.WEB_BUILD !== 'off',
    demo,
    metrics:
      data.METRICS_PORT === undefined
        ? undefined
        : { host: data.METRICS_HOST, port: data.METRICS_PORT },
  }
}

export type Configuration = Readonly<ReturnType<typeof configuration>>
