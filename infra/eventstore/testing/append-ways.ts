import type { Test as Tap } from 'tap'
import { status } from '@grpc/grpc-js'
import { RpcError } from '../server/rpc-error.ts'
import { testStore } from './store.ts'

export const never = () => new Promise<never>(() => undefined)
export const urlOf = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

/** The two ways that an append can take. Without the first, as on old servers, all take the second. */
export const ways = ['BatchAppend', 'Append'] as const
export type AppendWay = (typeof ways)[number]

export const storeFor = async (t: Tap, way: AppendWay) => {
  const store = await testStore(t)
  if (way === 'Append') store.misbehave('BatchAppend', unimplemented)
  return store
}
const unimplemented = async () => {
  throw new RpcError(status.UNIMPLEMENTED, 'Service is unimplemented.')
}

/** For what is to succeed however slow the machine is. */
export const patient = { deadlineMs: 60_000 }

export const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  const error = await work().then(
    () => null,
    (thrown: Error) => thrown,
  )
  return { error, ms: performance.now() - from }
}
