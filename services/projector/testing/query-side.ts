import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { startAudit, type Audit } from '#audit/audit.ts'
import type { Role } from '#contracts/access.ts'
import { osloDay } from '#contracts/days.ts'
import { memoryLog, type MemoryLog } from '#contracts/testing/memory-log.ts'
import type { Test } from '#kernel/testing/database.ts'
import { requestFor, asUser, testToken } from '#kernel/testing/requests.ts'
import type { App } from '#kernel/types.ts'
import { createProjectorApp } from '../app.ts'
import type { BomProjection } from '../bom/projection.ts'
import { openPool } from '../kernel/pool.ts'
import type { QueryContext } from '../kernel/queries.ts'
import { startProjector, type Projector } from '../kernel/run.ts'
import { versionOf } from '../kernel/schema.ts'
import type { Usernames } from '../kernel/usernames.ts'
import { createReadSide } from '../projections.ts'
import type { Given } from './read-model.ts'
import { databaseWithTables } from './read-tables.ts'

type Answer = Awaited<ReturnType<App['inject']>>

export const silent = () => undefined

/** Appends events one minute apart, unless they have a time. */
export const appendTo = (log: MemoryLog) => {
  let minute = 0
  return async (...events: readonly Given[]): Promise<bigint> => {
    let position = 0n
    for (const { stream, type, data, at, user = 'kari', note } of events) {
      const past = await log.read(stream)
      const time = at ?? new Date(Date.UTC(2026, 0, 1, 0, ++minute)).toISOString()
      const metadata = { ...note, commandId: randomUUID(), user, at: time, v: 1 }
      const event = { id: randomUUID(), type, data, metadata }
      const appended = await log.append(stream, [event], past.at(-1)?.revision ?? 'none')
      if (!appended.appended) throw new Error(`${stream} was written by someone else`)
      position = appended.position
    }
    return position
  }
}

export type QuerySide = {
  readonly url: string
  readonly log: MemoryLog
  readonly app: App
  readonly audit: Audit
  readonly context: QueryContext
  readonly bom: BomProjection
  readonly projector: Projector
  /** Appends and waits until queries see the events. */
  readonly given: (...events: readonly Given[]) => Promise<bigint>
  readonly get: (url: string, headers?: Record<string, string>, role?: Role) => Promise<Answer>
}

/** The whole read side on a real Postgres and a log in memory, which uses the events' own times. */
export const querySide = async (
  t: Test,
  token = testToken,
  usernames: Usernames = async () => [],
  today = osloDay,
): Promise<QuerySide> => {
  const { projections, bom } = createReadSide()
  const url = await databaseWithTables(t, projections)
  const log = memoryLog(
    ({ metadata: { at, writtenAt } }) => new Date(typeof writtenAt === 'string' ? writtenAt : at),
  )
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  const projector = await startProjector({ url, log, projections, today, report })
  t.teardown(() => projector.stop())
  while (projector.health() !== null) {
    // The projector retries forever, so repeated faults must fail the test.
    if (faults.length > 3) throw faults.at(-1)
    await delay(5)
  }
  const audit = await startAudit({ url, log, report: silent })
  t.teardown(() => audit.stop())
  const pool = await openPool(url)
  t.teardown(() => pool.end())
  const version = versionOf(projections)
  const context = { pool, lists: pool, log, projector, version, usernames }
  const app = await createProjectorApp(
    { token, logLevel: 'silent', health: projector.health },
    context,
    bom,
    audit,
  )
  t.teardown(() => app.close())
  const append = appendTo(log)
  return {
    url,
    log,
    app,
    audit,
    context,
    bom,
    projector,
    given: async (...events) => {
      const position = await append(...events)
      if (!(await projector.reached(position, 60_000)))
        throw new Error(`The projector does not follow: ${projector.health()}`)
      return position
    },
    get: (path, headers = {}, role = 'redaktør') =>
      app.inject({ ...requestFor('GET', path), headers: { ...asUser(role), ...headers } }),
  }
}
