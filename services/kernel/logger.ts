import { destination } from 'pino'

/**
 * What a service says, on standard output, line by line: lines that were gathered would be written at
 * the end, which for a pipe that nobody reads any more waits for ever.
 */
export const logger = (service: string, level: string) => ({
  level,
  base: { service },
  stream: destination({ sync: true }),
})
