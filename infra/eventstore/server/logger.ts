import pino from 'pino'
import { z } from 'zod'
import { environment, logLevel } from '#kernel/environment.ts'
import { logger as optionsOf } from '#kernel/logger.ts'

const { LOG_LEVEL } = environment(z.object({ LOG_LEVEL: logLevel }))
const { stream, ...options } = optionsOf('eventstore', LOG_LEVEL)

export const logger = pino(options, stream)
