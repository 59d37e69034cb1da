import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { ImportAnswer } from '#contracts/csv/answer.ts'
import type { JobAnswer } from '#contracts/csv/job-answer.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Role } from '#contracts/access.ts'
import { createTestService } from '#command/testing/service.ts'
import type { Disk } from '#kernel/disk.ts'
import { asUser } from '#kernel/testing/requests.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import type { AskImpact } from '../ask-impact.ts'
import { createImportService } from '../import-service.ts'
import { openImportDatabase } from '../store/job-repository.ts'

export type Fields = Readonly<Record<string, string>>
type Sent = {
  readonly status: number
  readonly body: ImportAnswer & Failure
  readonly headers: Readonly<Record<string, unknown>>
}
type Failure = {
  readonly code: string
  readonly error: string
  readonly details: unknown
  readonly data: JobAnswer
}

const boundary = '----grense'

/** A multipart body like a browser's: fields first, the file last. */
export const multipartBody = (
  content: string | Uint8Array,
  fields: Fields = {},
  { name = 'fil.csv', type = 'text/csv' } = {},
) => {
  const parts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }

const unanswered: Promise<never>[] = []
/** A promise that never resolves, for a dead process. Kept, so that its open resources are not collected. */
export const noAnswer = (): Promise<never> => {
  const never = new Promise<never>(() => undefined)
  unanswered.push(never)
  return never
}

export type Place = { readonly folder: string; readonly database: string }

const aFolder = (t: Pick<Test, 'teardown'>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder and a database for one test. */
export const aPlace = async (t: Pick<Test, 'teardown'>): Promise<Place> => ({
  folder: aFolder(t),
  database: await testDatabase(t),
})

/** Simulates a process that died: its pending writes never arrive. */
export const asLeft = async (
  t: Pick<Test, 'teardown'>,
  { place: { folder, database }, pool }: Pick<Importer, 'place' | 'pool'>,
): Promise<Place> => {
  await pool.end()
  const left = aFolder(t)
  cpSync(folder, left, { recursive: true })
  return { folder: left, database }
}

export type ImporterOptions = {
  readonly log?: EventLog
  readonly place?: Place
  readonly isLeft?: boolean
  readonly disk?: Disk
  readonly askImpact?: AskImpact
}

/** Adds imports to a command service. */
export const mountImports = async (
  service: Awaited<ReturnType<typeof createTestService>>,
  { folder, database }: Place,
  askImpact: AskImpact = async () => null,
) => {
  const pool = await openImportDatabase(database)
  const imports = await createImportService({
    ...service,
    askImpact,
    pool,
    folder,
    titleOf: (entity, id) => service.model.records(entity).title(id),
  })
  return { imports, pool }
}

/** A command service with imports, on a log in memory. */
export const startImporter = async (
  t: Test,
  { log, place: given, isLeft = false, disk, askImpact }: ImporterOptions = {},
) => {
  const service = await createTestService(t, { ...(log && { log }), ...(disk && { disk }) })
  const place = given ?? (await aPlace(t))
  const { imports, pool } = await mountImports(service, place, askImpact)
  t.teardown(async () => {
    // A dead process stops nothing.
    if (!isLeft) await imports.stop()
    if (pool.state().state === 'ACTIVE') await pool.end()
  })
  await imports.resumed

  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: Buffer,
    headers: Readonly<Record<string, string>> = {},
    role: Role = 'redaktør',
  ) => {
    const reply = await service.app.inject({
      method,
      url,
      headers: { ...asUser(role), ...headers },
      ...(payload && { payload }),
    })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return {
      status: reply.statusCode,
      headers: reply.headers as Record<string, unknown>,
      text: reply.body,
      body: (isJson ? reply.json() : {}) as Sent['body'],
    }
  }
  /** Imports a file. Fails with the answer otherwise. */
  const send = (
    entity: string,
    content: string | Uint8Array,
    fields: Fields = {},
    headers: Readonly<Record<string, string>> = {},
  ) =>
    ask('POST', `/api/csv-import/${entity}`, multipartBody(content, fields), {
      ...multipartHeaders,
      ...headers,
    })
  /** Waits for the end of the job. */
  const ended = async (id: string): Promise<JobAnswer> => {
    const one = await imports.jobs.find(id)
    if (!one) throw new Error(`No import ${id}`)
    await one.ended.catch(() => undefined)
    return imports.jobs.answerOf(one)
  }
  return { ...service, imports, pool, place, ask, send, ended, events: () => service.log.events }
}
export type Importer = Awaited<ReturnType<typeof startImporter>>
