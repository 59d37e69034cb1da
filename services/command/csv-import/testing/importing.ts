import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { ImportAnswer, JobAnswer } from '#contracts/csv/answer.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Role } from '#contracts/access.ts'
import type { StateSource } from '#command/kernel/read-side.ts'
import { aService } from '#command/testing/service.ts'
import type { Disk } from '../../../kernel/disk.ts'
import { asking } from '../../../kernel/testing/asks.ts'
import { csvImport } from '../csv-import.ts'

export type Fields = Readonly<Record<string, string>>
export type Sent = {
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

/** A multipart body as a browser sends it: fields first, the file last. */
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
/** What a process that died waits for. It is kept, since what it left open must not be collected as lost. */
export const noAnswer = (): Promise<never> => {
  const never = new Promise<never>(() => undefined)
  unanswered.push(never)
  return never
}

/** A folder for the time of a test. */
export const aFolder = (t: Pick<Test, 'teardown'>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What a process that died leaves: what it still had in hand does not get there any more. */
export const asLeft = (t: Pick<Test, 'teardown'>, folder: string): string => {
  const left = aFolder(t)
  cpSync(folder, left, { recursive: true, filter: (path) => !path.endsWith('.new') })
  return left
}

export type ImporterOptions = {
  readonly log?: EventLog
  readonly folder?: string
  readonly isLeft?: boolean
  readonly states?: StateSource
  readonly disk?: Disk
}

/** The command service with imports, on a log in memory and a folder of its own. */
export const anImporter = async (
  t: Test,
  { log, folder, isLeft = false, states, disk }: ImporterOptions = {},
) => {
  const service = await aService(t, {
    ...(log && { log }),
    ...(states && { states }),
    ...(disk && { disk }),
  })
  const place = folder ?? mkdtempSync(join(tmpdir(), 'import-'))
  const imports = await csvImport(service, { log: service.log, folder: place })
  t.teardown(async () => {
    // A process that died stops nothing.
    if (!isLeft) await imports.stop()
    if (!folder) rmSync(place, { recursive: true, force: true })
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
      headers: { ...asking(role), ...headers },
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
  /** Imports a file, or says what the answer was. */
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
  /** The job once it has ended. */
  const ended = async (id: string): Promise<JobAnswer> => {
    const one = await imports.jobs.find(id)
    if (!one) throw new Error(`No import ${id}`)
    await one.ended.catch(() => undefined)
    return imports.jobs.answerOf(one)
  }
  return { ...service, imports, folder: place, ask, send, ended, events: () => service.log.events }
}
export type Importer = Awaited<ReturnType<typeof anImporter>>
