import type { EventEmitter } from 'node:events'
import type { handleUnaryCall, UntypedHandleCall } from '@grpc/grpc-js'
import { logger } from './logger.ts'
import { invalidRequest, RpcError } from './rpc-error.ts'

const errorOf = (error: unknown): RpcError => {
  if (error instanceof RpcError) return error
  logger.error({ err: error }, 'a call failed')
  return invalidRequest()
}

export const unaryHandler =
  <Answer>(handler: (call: never) => Promise<Answer>): handleUnaryCall<unknown, Answer> =>
  async (call, callback) => {
    try {
      callback(null, await handler(call as never))
    } catch (error) {
      callback(errorOf(error))
    }
  }

type Streaming = EventEmitter & { readonly cancelled: boolean; end(): unknown }

export const streamHandler =
  (handler: (call: never) => Promise<void>): UntypedHandleCall =>
  (call: Streaming) =>
    void handler(call as never).then(
      () => call.end(),
      (error: unknown) => call.emit('error', errorOf(error)),
    )

/** Backpressure: waits while the client's buffer is full. */
export const send = async <Answer>(
  call: Streaming & { write(answer: Answer): boolean },
  answer: Answer,
): Promise<void> => {
  if (call.cancelled || call.write(answer)) return
  await new Promise<void>((resolve) => {
    const done = () => {
      call.off('drain', done).off('cancelled', done)
      resolve()
    }
    call.once('drain', done).once('cancelled', done)
  })
}

export const signalOf = (call: Streaming): AbortSignal => {
  const gone = new AbortController()
  if (call.cancelled) gone.abort()
  call.once('cancelled', () => gone.abort())
  return gone.signal
}
