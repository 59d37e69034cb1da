import { fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import type { RecordedEvent } from '#contracts/event-log.ts'
import { createApp } from '#kernel/app.ts'
import { asUser, testToken } from '#kernel/testing/requests.ts'
import { rebuildClosure } from '#projector/bom/closure-table.ts'
import { createFindModel } from '#projector/bom/past/find-model.ts'
import { bomRoutes } from '#projector/bom/routes.ts'
import { openPool, readSchema } from '#projector/kernel/pool.ts'
import { touched } from '#projector/kernel/projection.ts'
import type { Filling } from '#projector/kernel/catch-up.ts'
import { refill } from '#projector/kernel/prepare-schema.ts'
import { osloDay } from '#contracts/days.ts'
import { createReadSide } from '#projector/projections.ts'

/** Gives each event once, so that none is kept in memory. */
const logOf = (history: Iterable<RecordedEvent>): Filling['log'] => {
  const events = history[Symbol.iterator]()
  const nextPage = (limit: number): readonly RecordedEvent[] => {
    const page: RecordedEvent[] = []
    while (page.length < limit) {
      const { value, done } = events.next()
      if (done) break
      page.push(value)
    }
    return page
  }
  return { last: async () => null, readAll: async (_, limit) => nextPage(limit) }
}

/** Does not renew the stored JSON answers after a change, since no benchmark here reads them. */
export const openReadSide = async (url: string, history: Iterable<RecordedEvent>) => {
  const { projections: all, bom } = createReadSide()
  const projections = all.filter(({ name }) => name !== 'answers')
  await refill(url, projections, { log: logOf(history) })
  const pool = await openPool(url, { size: 4, timeouts: false })

  /** Applies a batch in one transaction, as the projector does. */
  const day = osloDay()
  const apply = (events: readonly RecordedEvent[]): Promise<void> =>
    pool.transaction(async (tx) => {
      const { position } = events.at(-1)!
      for (const { handles, apply } of projections) {
        const own = events.filter(({ type }) => handles.includes(type))
        const days = { day, dayBefore: day }
        await apply(tx, {
          events: own,
          position,
          ...days,
          filling: false,
          touched: touched(),
        })
      }
    })
  const rebuild = () => pool.transaction((tx) => rebuildClosure(tx, bom.model()))

  await pool.transaction((tx) => bom.load!(tx))

  const client = new pg.Client({ connectionString: url, options: `-c search_path=${readSchema}` })
  await client.connect()
  await client.query('analyze')
  return { pool, client, bom, apply, rebuild }
}

export type ReadSide = Awaited<ReturnType<typeof openReadSide>>

type Answer = { readonly status: number; readonly ms: number; readonly text: string }

/** Serves the queries over HTTP and sends requests from another process. */
export const listen = async ({ bom, pool }: ReadSide) => {
  const app = await createApp({
    name: 'bench',
    token: testToken,
    health: () => null,
    logLevel: 'silent',
  })
  const projector = {
    reached: async () => true,
    isBeyond: async () => false,
    position: bom.position,
    isReading: () => true,
  }
  const context = { pool, version: 'bench', projector }
  bomRoutes(app, context, bom, createFindModel(context, bom))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = fork(new URL('./bom-client.ts', import.meta.url), [
    address,
    JSON.stringify(asUser('revisor')),
  ])
  const ask = async (path: string, isRead: boolean): Promise<Answer> => {
    const answered = once(client, 'message')
    client.send({ path, isRead })
    const [answer] = (await answered) as [Answer]
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  return {
    /** Milliseconds until the last byte of the answer. */
    time: async (path: string): Promise<number> => (await ask(path, false)).ms,
    read: async (path: string): Promise<string> => (await ask(path, true)).text,
    close: async () => {
      client.disconnect()
      await app.close()
    },
  }
}

export type Http = Awaited<ReturnType<typeof listen>>
