import { randomUUID } from 'node:crypto'
import { component } from '#contracts/catalogue/index.ts'
import { connect, officialAppend } from '#infra/eventstore/bench/measures.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { asking } from '../../services/kernel/testing/asks.ts'
import { registered } from './catalogue-events.ts'
import { poster } from './http-load.ts'

/** Does its work once, over the connection of its worker. */
type Work = (worker: number) => Promise<void>

const fields = (n: number) => ({
  description: `Sylinderskrue M8×${n}`,
  supplierArticlenumber: `DIN912-${n}`,
  itoArticlenumber: `K-${n}`,
  weight: 0.025,
  unit: 'stk',
  tags: ['fest', 'M8'],
})

/** Commands over HTTP, and what they are held against: raw appends of the events that they write. */
export const commandWorks = async (url: string, port: number, clients: number) => {
  const headers = { ...asking(), 'content-type': 'application/json' }
  const connections = await Promise.all(
    Array.from({ length: clients }, () => poster(port, '/api/componenttypes', headers)),
  )
  const log = openEventLog(url)
  const client = connect(url)
  let count = 0
  // To streams that the service does not know.
  const raw = () => ({
    stream: `raw-${randomUUID()}`,
    event: registered(component, ++count, fields(count)),
  })

  const works = {
    'commands over HTTP': async (worker) => {
      const status = await connections[worker]!.ask(JSON.stringify(fields(++count)))
      if (status !== 201) throw new Error(`The service answered ${status}`)
    },
    'raw appends: our adapter': async () => {
      const { stream, event } = raw()
      const { appended } = await log.append(stream, [event], 'none')
      if (!appended) throw new Error('The store refused an append')
    },
    'raw appends: the client alone, by BatchAppend': async () => {
      const { stream, event } = raw()
      await officialAppend(client, stream, [event], 'BatchAppend')
    },
    'raw appends: the client alone, by plain Append': async () => {
      const { stream, event } = raw()
      await officialAppend(client, stream, [event], 'Append')
    },
  } satisfies Record<string, Work>

  return {
    works: new Map<string, Work>(Object.entries(works)),
    close: async () => {
      connections.forEach(({ close }) => close())
      await log.close()
      await client.client.dispose()
    },
  }
}
