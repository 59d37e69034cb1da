import { z } from 'zod'

export const serviceEnvironment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  DATABASE_URL: z.string().min(1),
  EVENTSTORE_URL: z.string().min(1),
  INTERNAL_TOKEN: z.string().min(16, 'must have at least 16 characters'),
  DATA_DIR: z.string().min(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export const optionalText = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)

export const environment = <Schema extends z.ZodType>(
  schema: Schema,
  from: NodeJS.ProcessEnv = process.env,
): z.output<Schema> => {
  const result = schema.safeParse(from)
  if (result.success) return result.data
  const wrong = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(`The environment is not right:\n${wrong.join('\n')}`)
}
