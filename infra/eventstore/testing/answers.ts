import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type { AppendWay } from './append-ways.ts'
import { RpcError } from '../server/rpc-error.ts'
import type { CallOf, TestStore } from './store.ts'

type Streaming = CallOf<'BatchAppend'> | CallOf<'Read'>
type Answer<Call> = Call extends { write(answer: infer A): boolean } ? A : never

/** `how` may change, delay, repeat or drop answers. */
export const rewrite = <Call extends Streaming>(
  call: Call,
  how: (write: (answer: Answer<Call>) => boolean, answer: Answer<Call>) => void,
): Call => {
  const write = call.write.bind(call) as (answer: Answer<Call>) => boolean
  return Object.assign(call, {
    write: (answer: Answer<Call>) => {
      how(write, answer)
      return true
    },
  })
}

export const loseFirstAnswer = (store: TestStore, way: AppendWay): void => {
  const lost = () => new RpcError(status.UNAVAILABLE, 'Connection dropped')
  let calls = 0
  if (way === 'Append')
    store.misbehave('Append', async (call, proper) => {
      const answer = await proper(call)
      if (calls++ === 0) throw lost()
      return answer
    })
  else
    store.misbehave('BatchAppend', (call, proper) => {
      if (calls++ > 0) return proper(call)
      return new Promise((resolve, reject) => {
        proper(rewrite(call, () => reject(lost()))).then(resolve, reject)
      })
    })
}

export const slowDown = (store: TestStore, way: AppendWay, ms: number): void => {
  if (way === 'Append')
    store.misbehave('Append', async (call, proper) => {
      const answer = await proper(call)
      await sleep(ms)
      return answer
    })
  else
    store.misbehave('BatchAppend', (call, proper) =>
      proper(rewrite(call, (write, answer) => void setTimeout(() => write(answer), ms))),
    )
}
