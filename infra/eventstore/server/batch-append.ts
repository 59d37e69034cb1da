import { answer, badRequest, resultOf, timeout, tooLarge, unknown } from './batch-answers.ts'
import type { Call } from './call.ts'
import { decodeAppend, type AppendOptions } from './decode-append.ts'
import type { Engine } from './engine.ts'
import { framed } from './message-splitter.ts'
import { BadRequest, checkEvent, checkStreamName, dataSize, maxAppendSize } from './proposals.ts'
import type { Proposed } from './record.ts'
import { code, Status } from './status.ts'

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
    if (!(error instanceof Status)) console.error(error)
    return unknown()
  }
}

/** Sends what is answered in one turn of the event loop, most often a whole commit, in one write. */
const answering = (call: Call) => {
  let waiting: Buffer[] = []
  let sending: Promise<void> | null = null
  const send = async () => {
    // After the answers of the same commit.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const frames = Buffer.concat(waiting)
      waiting = []
      await call.sendFrames(frames)
    }
    sending = null
  }
  return {
    say: (message: Buffer) => {
      waiting.push(framed(message))
      sending ??= send()
    },
    said: () => sending,
  }
}

/** Streams/BatchAppend: many appends over one call, each in one message or more, answered as they end. */
export const batchAppend = (engine: Engine) => async (call: Call) => {
  const open = new Map<string, Open>()
  const running = new Set<Promise<void>>()
  const { say, said } = answering(call)

  // Each id gets exactly one answer: a second one crashes the official client.
  const finish = async (id: Buffer, whole: Open) =>
    say(answer(id, whole.options.identifier, await resultFor(engine, whole)))

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
  await said()
  // With a plain end of the call, what the client still waits for would never settle.
  if (engine.closed) throw new Status(code.unavailable, 'The server is stopping')
}
