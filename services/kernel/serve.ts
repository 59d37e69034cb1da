import type { AddressInfo } from 'node:net'
import type { App } from './types.ts'

const stopTimeout = 15_000

type Serving = {
  readonly host: string
  readonly port: number
  readonly stop: () => Promise<void>
}

export const serve = async (app: App, { host, port, stop }: Serving): Promise<void> => {
  let stopping = false
  const leave = async (why: string) => {
    if (stopping) return
    stopping = true
    app.log.info({ why }, 'stopping')
    setTimeout(() => process.exit(1), stopTimeout).unref()
    try {
      await app.close()
      await stop()
      process.exit(0)
    } catch (error) {
      app.log.error(error, 'could not stop in order')
      process.exit(1)
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave(signal))

  await app.listen({ host, port })
  app.log.info({ port: (app.server.address() as AddressInfo).port }, 'listening')
}
