import pino from 'pino'
import { logger as optionsOf } from '#kernel/logger.ts'

const { stream, ...options } = optionsOf('eventstore', process.env['LOG_LEVEL'] ?? 'info')

export const logger = pino(options, stream)
