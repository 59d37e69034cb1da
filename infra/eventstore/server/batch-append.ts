import { answer, badRequest, resultOf, timeout, tooLarge, unknown } from './batch-answers.ts'
import type { Call } from './call.ts'
import { decodeAppend, type AppendOptions } from './decode-append.ts'
import type { Engine } from './engine.ts'
import { BadRequest, checkEvent, checkStreamName, dataSize, maxAppendSize } from './proposals.ts'
import type { Proposed } from './record.ts'
import { code, Status } from './status.ts'
import { log } from './log.ts'

type Open = {
  readonly options: AppendOptions
  readonly events: Proposed[]
  /** Of data, as the limit counts it. */
  bytes: number
}

const carryOut = async (engine: Engine, { options, events, bytes }: Open): Promise<Uint8Array> => {
  const { stream, expected, deadline } = options
  checkStreamName(stream)
  events.forEach(checkEvent)
  if (bytes > maxAppendSize) return tooLarge()
  return resultOf(
    await engine.submit({ does: 'append', stream, expected, deadline, events }),
    expected,
  )
}

const resultFor = async (engine: Engine, open: Open): Promise<Uint8Array> => {
  try {
    return await carryOut(engine, open)
  } catch (error) {
    if (error instanceof BadRequest) return badRequest()
    if (error instanceof Status && error.code === code.deadlineExceeded) return timeout()
    if (!(error instanceof Status)) log.error({ err: error }, 'an append failed')
    return unknown()
  }
}

/** Streams/BatchAppend: many appends over one call, each in one message or more, answered as they end. */
export const batchAppend = (engine: Engine) => async (call: Call) => {
  const open = new Map<string, Open>()
  const running = new Set<Promise<void>>()

  // Each id gets exactly one answer: a second one crashes the official client.
  const finish = async (id: Buffer, whole: Open) =>
    call.send(answer(id, whole.options.identifier, await resultFor(engine, whole)))

  const received = call.receive((message) => {
    const { correlationId, options, events, isFinal } = decodeAppend(message)
    const id = correlationId.toString('latin1')
    const whole = open.get(id) ?? (options && { options, events: [], bytes: 0 })
    if (!whole) return
    // Of an append that is too large already, the rest need not be kept to say so.
    if (whole.bytes <= maxAppendSize) {
      whole.events.push(...events)
      whole.bytes += dataSize(events)
    }
    if (!isFinal) {
      open.set(id, whole)
      return
    }
    open.delete(id)
    const task = finish(correlationId, whole)
    running.add(task)
    void task.finally(() => running.delete(task))
  })
  const stopped = new Promise<void>((resolve) =>
    engine.stopping.addEventListener('abort', () => resolve(), { signal: call.signal }),
  )
  await Promise.race([received, stopped])
  await Promise.allSettled(running)
  // With a plain end of the call, what the client still waits for would never settle.
  if (engine.closed) throw new Status(code.unavailable, 'The server is stopping')
}
