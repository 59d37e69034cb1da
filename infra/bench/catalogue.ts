import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seed } from './catalogue-events.ts'
import { measureLists } from './catalogue-lists.ts'
import { measureProjection } from './catalogue-projection.ts'
import { benchSystem } from './catalogue-system.ts'
import { measureVisibility } from './catalogue-visibility.ts'

const measures = {
  lists: measureLists,
  projection: measureProjection,
  visibility: measureVisibility,
}
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values

/** `npm run bench:lists`: the catalogue, from command to list, with every part a process of its own. */
const system = await benchSystem()
try {
  const end = await seed(system.log, 10_000)
  for (let shown = 0n; shown < end;) {
    const reply = await system.projector.ask('GET', '/api/counts', { 'x-event-position': `${end}` })
    shown = (await reply.body.text()).includes('"componenttypes":10000') ? end : 0n
  }
  console.log(
    `Node ${process.version}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  for (const [name, measure] of Object.entries(measures))
    if (only === undefined || only === name) await measure(system)
  console.log(
    `\nload ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
} finally {
  await system.stop()
}
