import type { Test } from 'tap'
import { entities, isReferred } from '#contracts/catalogue/index.ts'
import { memoryLog, type MemoryLog } from '#contracts/testing/memory-log.ts'
import type { EventLog } from '#contracts/event-log.ts'
import type { Keyring } from '#kernel/privacy/keyring.ts'
import { unlimitedDisk } from '#kernel/testing/full-disk.ts'
import { requestFor, testToken } from '#kernel/testing/requests.ts'
import type { PendingLines, PendingLinesTable } from '../assembly/pending-lines.ts'
import { exampleOf } from '../catalogue/examples.ts'
import { createCommandService, type CommandService, type ServiceOptions } from '../service.ts'

export type Reply = {
  readonly status: number
  // Tests know the shape of what they read.
  readonly body: { readonly [key: string]: unknown } & { readonly data: Record<string, unknown> }
  readonly headers: Readonly<Record<string, string>>
}
export type Method = 'POST' | 'PUT' | 'DELETE'
export type Call = (
  method: Method,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

export const caller =
  ({ app }: CommandService): Call =>
  async (method, url, body, headers) => {
    const reply = await app.inject(requestFor(method, url, body, headers))
    return {
      status: reply.statusCode,
      body: reply.json(),
      headers: reply.headers as Record<string, string>,
    }
  }

export type Options = {
  readonly log?: EventLog
  readonly files?: Record<string, string | null>
  readonly snapshot?: string
  readonly keyring?: Keyring
} & Partial<Pick<ServiceOptions, 'now' | 'token' | 'disk' | 'lookAgain' | 'pendingLines'>>

export const pendingLinesInMemory = (): PendingLinesTable => {
  const kept = new Map<string, PendingLines>()
  return {
    begin: async (pending) => void kept.set(pending.by.commandId, pending),
    end: async ({ by }) => void kept.delete(by.commandId),
    all: async () => [...kept.values()],
  }
}

/** A command service without files, keys, snapshots, database and supervisor, unless they are given. */
export const startService = (options: Pick<ServiceOptions, 'log'> & Partial<ServiceOptions>) =>
  createCommandService({
    token: testToken,
    logLevel: 'silent',
    disk: unlimitedDisk,
    pendingLines: pendingLinesInMemory(),
    writes: { failure: () => null },
    restart: () => undefined,
    ...options,
  })

/** Looks up the methods at each call, so that a test may replace `append` later. */
const lateBound = (log: EventLog): EventLog => ({
  append: (...args) => log.append(...args),
  read: (...args) => log.read(...args),
  readAll: (...args) => log.readAll(...args),
  last: () => log.last(),
  follow: (...args) => log.follow(...args),
  close: () => log.close(),
})

/** A ready command service on a log in memory. `files` gives the fault of each path; null if it is fine. */
export const createTestService = async (
  t: Test,
  { log = memoryLog(), files = {}, ...rest }: Options = {},
) => {
  const service = await startService({
    log: lateBound(log),
    ...rest,
    checkFile: async (path) => (path in files ? files[path]! : 'Filen må lastes opp først'),
  })
  t.teardown(service.stop)
  await service.ready
  return { ...service, log: log as MemoryLog, call: caller(service) }
}

/** Records to refer to: supplier 1, manufacturer 1, component 1, motor 1, sensor 1, assemblies 1 and 2, and one of any other that is referred to. */
export const stock = async (call: Call): Promise<void> => {
  const named: [string, object][] = [
    ['suppliers', { name: 'Ahlsell', orderEmail: 'ordre@ahlsell.example' }],
    ['manufacturers', { name: 'Festo', supplierId: 1 }],
    ['componenttypes', { description: 'Skrue M8', supplierId: 1, manufacturerId: 1 }],
    ['motortypes', { supplierArticlenumber: 'M-1', description: 'Girmotor' }],
    ['sensortypes', { description: 'Fotocelle' }],
    ['assemblytypes', { name: 'Linje', description: 'Hele linjen' }],
    ['assemblytypes', { name: 'Stasjon', description: 'En stasjon' }],
  ]
  const others = entities
    .filter((entity) => isReferred(entity) && named.every(([name]) => name !== entity.name))
    .map((entity) => [entity.name, exampleOf(entity)] as const)
  for (const [name, body] of [...named, ...others]) {
    const { status, body: answer } = await call('POST', `/api/${name}`, body)
    if (status !== 201) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`)
  }
}
