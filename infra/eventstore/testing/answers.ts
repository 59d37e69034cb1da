import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../server/call.ts'
import type { Handler } from '../server/grpc-server.ts'
import { code, Status } from '../server/status.ts'
import type { Misbehaviour } from './store.ts'

type Send = (message: Uint8Array) => Promise<void>

/** Lets the server do its work, and does something else with its answers. */
export const answering = (
  call: Call,
  proper: Handler,
  how: (send: Send) => Send,
): Promise<void> => {
  const send: Send = call.send.bind(call)
  return proper(Object.assign(call, { send: how(send) }))
}

/** What was asked is done, and the connection breaks before the first answer. */
export const dropAnswer: Misbehaviour = (call, proper) =>
  new Promise((resolve, reject) => {
    const dropped = async () => reject(new Status(code.unavailable, 'Connection dropped'))
    answering(call, proper, () => dropped).then(resolve, reject)
  })

/** Every answer comes so much later. */
export const slowly =
  (ms: number): Misbehaviour =>
  (call, proper) =>
    answering(call, proper, (send) => async (message) => {
      await sleep(ms)
      await send(message)
    })
