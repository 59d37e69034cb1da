import type { Test as Tap } from 'tap'
import { status } from '@grpc/grpc-js'
import { RpcError } from '../server/rpc-error.ts'
import { testStore } from './store.ts'

export const never = () => new Promise<never>(() => undefined)
export const urlOf = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

/** The client falls back to Append on servers without BatchAppend. */
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

export const longDeadline = { deadlineMs: 60_000 }

export const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  const error = await work().then(
    () => null,
    (thrown: Error) => thrown,
  )
  return { error, ms: performance.now() - from }
}
