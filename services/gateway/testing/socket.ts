import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Test } from 'tap'
import type { TestGateway } from './test-gateway.ts'

export const open = async (t: Test, { base }: TestGateway): Promise<Socket> => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  // A socket must be read to notice that the other side closed it.
  socket.resume()
  return socket
}

export const isOpen = (socket: Socket) => !socket.destroyed && socket.readable
