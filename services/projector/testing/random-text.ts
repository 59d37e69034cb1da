import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import type { MemoryLog } from '#contracts/testing/memory-log.ts'
import type { Projection } from '../kernel/projection.ts'

type Data = { word: string }

/** Counts words, in a table and in memory. A word 'gift' cannot be applied. */
export const words = (revision = 1) => {
  let shown = 0
  const projection: Projection = {
    name: 'words',
    revision,
    tables: [sql.unsafe`create table word (word text primary key, times integer not null)`],
    handles: ['Said'],
    apply: async (tx, { events }) => {
      for (const { data } of events) {
        const { word } = data as Data
        if (word === 'gift') throw new Error('cannot be applied')
        shown++
        await tx.query(sql.unsafe`
          insert into word values (${word}, 1)
          on conflict (word) do update set times = word.times + 1`)
      }
    },
    load: async (tx) => {
      shown = await tx.oneFirst(
        sql.type(
          z.object({ sum: z.number() }),
        )`select coalesce(sum(times), 0)::int as sum from word`,
      )
    },
  }
  return { projection, inMemory: () => shown }
}

/** Any stream of ours: others are passed over. */
const talk = 'projects'

export const said = (word: string) => ({ stream: talk, type: 'Said', data: { word } })

export const say = async (log: MemoryLog, ...spoken: readonly string[]) => {
  const past = await log.read(talk)
  const metadata = { commandId: 'x', user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const appended = await log.append(
    talk,
    spoken.map((word) => ({ id: randomUUID(), type: 'Said', data: { word }, metadata })),
    past.at(-1)?.revision ?? 'none',
  )
  return appended.appended ? appended.position : 0n
}

export const counts = sql.type(z.object({ word: z.string(), times: z.number() }))`
  select word, times from word order by word`
