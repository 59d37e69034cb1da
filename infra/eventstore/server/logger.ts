import pino from 'pino'
import { logger as optionsOf } from '#kernel/logger.ts'

const { stream, ...options } = optionsOf('eventstore', process.env['LOG_LEVEL'] ?? 'info')

/** What the event store says of itself. What it says to whoever starts it by hand is in main.ts. */
export const logger = pino(options, stream)
