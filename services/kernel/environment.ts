import { z } from 'zod'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The settings that operators give services (docs/operations.md), with texts for them. */
export const logLevel = z
  .enum(levels, { error: `må være ${levels.slice(0, -1).join(', ')} eller silent` })
  .default('info')

export const address = (example: string) =>
  z.url({ protocol: /^https?$/, abort: true, error: `må være en adresse som ${example}` })

/** Refuses a text that `read` throws for, and gives its reason. */
export const readBy =
  (read: (text: string) => unknown, wanted: string) =>
  (texts: string | readonly string[], context: z.core.$RefinementCtx): void => {
    for (const text of [texts].flat())
      try {
        read(text)
      } catch (error) {
        const message = `${wanted} (${(error as Error).message.replace(/\.$/, '')})`
        context.addIssue({ code: 'custom', message })
      }
  }

export const serviceEnvironment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  DATABASE_URL: z.string().min(1),
  EVENTSTORE_URL: z.string().min(1),
  INTERNAL_TOKEN: z.string().min(16, 'must have at least 16 characters'),
  DATA_DIR: z.string().min(1),
  LOG_LEVEL: logLevel,
})

/** An empty setting is one that is not set. */
export const filled = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const text = value?.trim()
      return text ? [[name, text]] : []
    }),
  )

export const environment = <Schema extends z.ZodType>(
  schema: Schema,
  from: NodeJS.ProcessEnv = process.env,
): z.output<Schema> => {
  const result = schema.safeParse(filled(from))
  if (result.success) return result.data
  const wrong = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`Innstillingene kan ikke brukes:\n${wrong.join('\n')}`)
}

/** @throws if some of the settings are there, and not all that are required */
export const requireTogether = <Name extends string>(
  env: Readonly<Partial<Record<Name, string | undefined>>>,
  required: readonly Name[],
  optional: readonly Name[] = [],
): void => {
  const given = [...required, ...optional].find((name) => env[name])
  const missing = required.filter((name) => !env[name])
  if (given !== undefined && missing.length > 0)
    throw new Error(`${given} er satt. Da må også ${missing.join(' og ')} være det.`)
}
