import { EventEmitter } from 'node:events'
import { test } from 'tap'
import { stopSignal } from './stop-signal.ts'

const fakeSignals = () => new EventEmitter() as unknown as NodeJS.Process

test('one Ctrl-C stops in order though npm passes it on, a later one exits at once', async (t) => {
  t.capture(console, 'log')
  const signals = fakeSignals()
  const exits: number[] = []
  let now = 5_000
  const exit = (code: number) => exits.push(code)
  const signal = stopSignal({}, { outputs: [], signals, now: () => now, exit })
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

test('a terminal that is closed stops in order', async (t) => {
  const signals = fakeSignals()
  const output = new EventEmitter()
  output.on('error', (error) => {
    throw error
  })
  const exit = () => t.fail('not at once')
  const signal = stopSignal({}, { outputs: [output], signals, now: () => 0, exit })
  signals.emit('SIGHUP')
  t.equal(signal.aborted, true)
  t.doesNotThrow(() => output.emit('error', new Error('write EIO')))
})
