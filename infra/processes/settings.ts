import type { z } from 'zod'
import { environment } from '#kernel/environment.ts'

/** Ends the process with a text if a setting is wrong. Without a supervisor this is all that the operator sees. */
export const settings = <Schema extends z.ZodType>(
  schema: Schema,
  check: (env: z.output<Schema>) => void,
): z.output<Schema> => {
  try {
    const env = environment(schema)
    check(env)
    return env
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
