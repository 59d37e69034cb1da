import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import type { JobAnswer } from '#contracts/csv/answer.ts'
import { administrator, startSystem } from '#infra/blackbox/system.ts'
import { connect } from '#infra/eventstore/bench/measures.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { formType, upload } from './import-file.ts'

const jobs = '/api/csv-import/jobs'

/** The whole system as it is started for use, asked through its gateway. */
export const importSystem = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-bench-'))
  const system = await startSystem(dataDir)
  const { eventstoreUrl } = runningSystem(dataDir)!
  const log = openEventLog(eventstoreUrl)
  const official = connect(eventstoreUrl)
  const pool = new Pool(system.base, { connections: 8, headersTimeout: 0, bodyTimeout: 0 })
  let cookie = ''

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    body?: string | Readable,
    type = 'application/json',
  ) => {
    const reply = await pool.request({
      method,
      path,
      headers: { cookie, ...(body !== undefined && { 'content-type': type }) },
      body: body ?? null,
    })
    if (reply.statusCode >= 400)
      throw new Error(`${path}: ${reply.statusCode} ${(await reply.body.text()).slice(0, 500)}`)
    return reply
  }
  const session = await ask('POST', '/api/session', JSON.stringify(administrator))
  await session.body.dump()
  cookie = [session.headers['set-cookie']].flat().join(';').split(';')[0]!

  const jobOf = async (path: string) =>
    ((await (await ask('GET', path)).body.json()) as { data: JobAnswer }).data

  /** Uploads a list of components and waits until the job has ended. */
  const imported = async (
    from: number,
    count: number,
    fields: Readonly<Record<string, string>> = {},
    price?: string,
  ): Promise<JobAnswer> => {
    const file = Readable.from(upload(from, count, fields, price), { objectMode: false })
    const reply = await ask('POST', '/api/csv-import/componenttypes?async=true', file, formType)
    const { id } = ((await reply.body.json()) as { data: JobAnswer }).data
    for (;;) {
      const job = await jobOf(`${jobs}/${id}`)
      if (job.state === 'done' || job.state === 'checked') return job
      if (job.finishedAt !== null) throw new Error(`The import ended ${job.state}: ${job.error}`)
      await delay(count > 100_000 ? 1_000 : 100)
    }
  }
  /** Waits until the list has so many components. */
  const visible = async (total: number): Promise<void> => {
    for (;;) {
      const reply = await ask('GET', '/api/componenttypes?limit=1&sort=id&order=desc')
      await reply.body.dump()
      if (Number(reply.headers['x-total-count']) >= total) return
      await delay(5)
    }
  }
  return {
    log,
    official,
    ask,
    imported,
    visible,
    stop: async () => {
      await log.close()
      await official.client.dispose()
      await pool.close()
      await system.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type ImportSystem = Awaited<ReturnType<typeof importSystem>>
