import { startProjector } from '../kernel/run.ts'
import { createReadSide } from '../projections.ts'
import { fixedLog, recordedAlike } from './fixed-log.ts'
import { randomEvents } from './random-events.ts'

/** A projector to be killed by tests: projects part of a random history in small batches and reports its end. */
const [url = '', seed = '1', length = '1000', most = 'Infinity'] = process.argv.slice(2)
const events = recordedAlike(randomEvents(Number(seed), Number(length)))
const story = fixedLog(events)
const follow: typeof story.follow = (from, options) => {
  const next = from === null ? 0 : events.findIndex(({ position }) => position > from)
  return fixedLog(events.slice(0, next + Number(most))).follow(from, options)
}
const projector = await startProjector({
  url,
  log: { ...story, follow },
  projections: createReadSide().projections,
  report: (error) => console.error(error),
  batchSize: 10,
})
process.stdout.write('started\n')
await projector.reached(events.at(-1)!.position, 60_000)
process.stdout.write(`done ${projector.position()}\n`)
await projector.stop()
