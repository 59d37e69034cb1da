import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#contracts/access.ts'
import { testDatabase } from '#kernel/testing/database.ts'
import { createAccess, type Access } from '#access/access.ts'
import { createAccount } from '#access/accounts/accounts.ts'
import { openDatabase } from '#access/store/database.ts'
import { openKeys } from '#access/store/keys.ts'
import { hashPassword } from '#access/passwords/passwords.ts'
import type { App } from '#kernel/types.ts'
import { createGateway, type GatewayOptions } from '../app.ts'
import { openUpstreams } from '../proxy/upstream.ts'
import { client, type Client } from './client.ts'
import { startFakeService, type FakeService } from './fake-service.ts'

type Test = { readonly teardown: (end: () => unknown) => unknown }

export const password = 'fire ulike ord uten mening'
/** Computed once, because hashing is slow on purpose. */
const passwordHash = hashPassword(password)
export const internalToken = 'a token that only the services know'

export type TestGateway = {
  readonly app: App
  readonly access: Access
  readonly base: string
  readonly dataDir: string
  readonly command: FakeService
  readonly projector: FakeService
  readonly clock: { now: Date }
  readonly addAccount: (username: string, role: Role) => Promise<void>
  readonly signedIn: (role: Role) => Promise<Client>
}

type Options = Partial<GatewayOptions> & {
  readonly totpRequired?: readonly Role[]
  readonly commandPaths?: object
  readonly projectorPaths?: object
  readonly databaseUrl?: string
  /** Reuses the keys of an earlier gateway. */
  readonly dataDir?: string
  /** Real services instead of fake ones. */
  readonly urls?: { readonly command: string; readonly projector: string }
}

const folder = (t: Test, name: string): string => {
  const path = mkdtempSync(join(tmpdir(), `stykkliste-${name}-`))
  t.teardown(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const builtApp = (path: string): string => {
  mkdirSync(join(path, 'assets'))
  writeFileSync(join(path, 'index.html'), '<!doctype html><title>Stykkliste</title>')
  writeFileSync(join(path, 'assets', 'app-1a2b.js'), 'console.log(1)')
  return path
}

export const startTestGateway = async (t: Test, options: Options = {}): Promise<TestGateway> => {
  const { totpRequired = [], commandPaths, projectorPaths } = options
  const dataDir = options.dataDir ?? folder(t, 'data')
  const clock = { now: new Date() }
  const db = await openDatabase(options.databaseUrl ?? (await testDatabase(t)))
  const access = createAccess({
    db,
    keys: openKeys(dataDir),
    dataDir,
    totpRequired: (role) => totpRequired.includes(role),
    now: () => clock.now,
  })
  const command = await startFakeService(commandPaths)
  const projector = await startFakeService(projectorPaths)
  const urls = options.urls ?? { command: command.url, projector: projector.url }
  const app = await createGateway({
    access,
    upstreams: openUpstreams(urls, internalToken),
    oidc: null,
    host: '127.0.0.1',
    internalToken,
    webFolder: builtApp(folder(t, 'web')),
    rate: { perSecond: 10_000, burst: 10_000 },
    logLevel: 'silent',
    ...options,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  t.teardown(async () => {
    await app.close()
    await Promise.all([command.close(), projector.close()])
    await db.end()
  })

  const addAccount = async (username: string, role: Role) => {
    const account = { username, name: username, role, passwordHash: await passwordHash }
    await createAccount(db, account, clock.now)
  }
  return {
    app,
    access,
    base,
    dataDir,
    command,
    projector,
    clock,
    addAccount,
    signedIn: async (role) => {
      const username = `en-${role}`
      await addAccount(username, role)
      const someone = client(base)
      await someone('POST', '/api/session', { username, password })
      return someone
    },
  }
}
