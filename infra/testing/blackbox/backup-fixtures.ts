import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { pdf } from '#command/objects/testing/files.ts'
import { type Client, createClient } from '#infra/rest/client.ts'
import { asAdministrator, startSystem } from './system.ts'

export const password = 'fire ulike ord uten mening'

export const run = (script: string, args: readonly string[], dataDir: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = {
      cwd: new URL('../../..', import.meta.url),
      env: { ...process.env, DATA_DIR: dataDir },
      timeout: 300_000,
    }
    execFile(
      process.execPath,
      [`infra/scripts/${script}.ts`, ...args],
      options,
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })

export const foldersFor = (t: Test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-backup-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [original, copy, other] = ['original', 'kopi', 'annen'].map((name) => join(folder, name))
  return { folder, original: original!, copy: copy!, other: other! }
}

export const started = async (t: Test, dataDir: string) => {
  const system = await startSystem(dataDir)
  t.teardown(() => system.stop())
  const client = await asAdministrator(system.base)
  return { base: system.base, client, stop: () => system.stop() }
}

export type Data = Record<string, unknown>
export const dataOf = ({ body }: { body: unknown }) => (body as { data: Data }).data

export const created = async (client: Client, path: string, body: object): Promise<number> => {
  const reply = await client('POST', path, body)
  if (reply.status !== 201)
    throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return dataOf(reply)['id'] as number
}

export const contact = {
  orderEmail: 'ordre@drivteknikk.example',
  contactPerson: 'Kari Nordmann',
  contactPhone: '+47 22 33 44 55',
}

export const fill = async (client: Client, base: string) => {
  const invited = await client('POST', '/api/access/users', {
    username: 'ola',
    name: 'Ola Nordmann',
    role: 'leser',
  })
  const [, code] = (dataOf(invited)['link'] as string).split('#')
  await createClient(base)('PUT', '/api/access/code', { code, password })
  const supplier = await created(client, '/api/suppliers', { name: 'Drivteknikk', ...contact })
  const form = new FormData()
  form.set('kind', 'pdf')
  form.set('file', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'datablad.pdf')
  const { objectPath } = (await client.upload('/api/objects/upload', form)).body
  const motor = await created(client, '/api/motortypes', {
    description: 'Girmotor',
    supplierId: supplier,
    supplierArticlenumber: 'GM-1',
    dataSheet: objectPath,
    pricing: { costPrice: 100 },
  })
  await client('PUT', `/api/motortypes/${motor}`, { pricing: { costPrice: 125.5 } })
  return { supplier, motor, path: objectPath as string }
}
