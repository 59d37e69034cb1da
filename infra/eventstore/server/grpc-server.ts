import { createServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Call } from './call.ts'
import { code, Status } from './status.ts'
import { log } from './log.ts'

export type Handler = (call: Call) => Promise<void>
export type Listening = {
  readonly host: string
  readonly port: number
  /** Throws a status for calls that are not let in. */
  readonly admit: (path: string, call: Call) => void
}
export type GrpcServer = { readonly port: number; readonly stop: () => Promise<void> }

const drainFor = 5000

const settings = { maxConcurrentStreams: 100, initialWindowSize: 1024 * 1024, enablePush: false }

const unimplemented: Handler = async () => {
  throw new Status(code.unimplemented, 'Service is unimplemented.')
}

const statusOf = (error: unknown): Status => {
  if (error instanceof Status) return error
  log.error({ err: error }, 'a call failed')
  return new Status(code.unknown, 'Exception was thrown by handler.')
}

const run = async (handler: Handler, call: Call): Promise<void> => {
  try {
    await handler(call)
    call.finish(null)
  } catch (error) {
    call.finish(statusOf(error))
  }
}

/** gRPC over HTTP/2 without TLS, as `esdb://...?tls=false` speaks it. */
export const listen = async (
  handlers: ReadonlyMap<string, Handler>,
  { host, port, admit }: Listening,
): Promise<GrpcServer> => {
  const sessions = new Set<ServerHttp2Session>()
  const server = createServer({ settings, maxSessionMemory: 100 })

  server.on('connection', (socket) => socket.setNoDelay(true))
  server.on('session', (session) => {
    sessions.add(session)
    session.setLocalWindowSize(4 * 1024 * 1024)
    session.on('error', () => session.destroy())
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream, headers) => {
    const path = String(headers[':path'])
    const handler = handlers.get(path) ?? unimplemented
    const admitted: Handler = (call) => {
      admit(path, call)
      return handler(call)
    }
    void run(admitted, new Call(stream, headers))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const session of sessions) session.close()
    const late = setTimeout(() => sessions.forEach((session) => session.destroy()), drainFor)
    await closed
    clearTimeout(late)
  }
  return { port: (server.address() as AddressInfo).port, stop }
}
