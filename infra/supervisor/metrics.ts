import { counter, listenForMetrics } from '#kernel/metrics.ts'
import { freePort } from '../postgres/free-port.ts'
import type { Configuration } from './configuration.ts'
import type { Service } from './services.ts'

const restarts = counter('part_restarts_total', 'Starts of a part that ended or hung', ['part'])

export const countRestart = (part: string): void => restarts.inc({ part })

const within = 4_000

const ask = async (port: number): Promise<readonly string[]> => {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`, {
      signal: AbortSignal.timeout(within),
    })
    return reply.ok ? [await reply.text()] : []
  } catch {
    return []
  }
}

/** Serves the metrics of all services on one port, if configured. */
export const gatherMetrics = async (
  listening: Configuration['metrics'],
  stops: AsyncDisposableStack,
): Promise<(service: Service) => Promise<Service>> => {
  if (!listening) return async (service) => service
  const ports: number[] = []
  const others = async () => (await Promise.all(ports.map(ask))).flat()
  const server = await listenForMetrics('supervisor', { ...listening, others }).catch(
    (error: Error) => {
      throw new Error(`Kan ikke lytte på METRICS_PORT ${listening.port}: ${error.message}`)
    },
  )
  stops.defer(server.close)
  return async (service) => {
    const port = await freePort()
    ports.push(port)
    return { ...service, env: { ...service.env, METRICS_PORT: String(port) } }
  }
}
