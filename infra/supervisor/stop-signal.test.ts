import { EventEmitter } from 'node:events'
import { test } from 'tap'
import { stopSignal } from './stop-signal.ts'

test('one Ctrl-C stops in order though npm passes it on, a later one exits at once', async (t) => {
  t.capture(console, 'log')
  const signals = new EventEmitter() as unknown as NodeJS.Process
  const exits: number[] = []
  let now = 5_000
  const signal = stopSignal({}, { signals, now: () => now, exit: (code) => exits.push(code) })
  t.equal(signal.aborted, false)
  signals.emit('SIGINT')
  t.equal(signal.aborted, true)
  now += 20
  signals.emit('SIGINT')
  t.same(exits, [], 'the same press')
  now += 2_000
  signals.emit('SIGTERM')
  t.same(exits, [], 'no press')
  signals.emit('SIGINT')
  t.same(exits, [130])
})
