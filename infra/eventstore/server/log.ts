import pino from 'pino'
import { logger } from '../../../services/kernel/logger.ts'

const { stream, ...options } = logger('eventstore', process.env['LOG_LEVEL'] ?? 'info')

/** What the event store says of itself. What it says to whoever starts it by hand is in main.ts. */
export const log = pino(options, stream)
