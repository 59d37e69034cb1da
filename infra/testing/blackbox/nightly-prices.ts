import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Test } from 'tap'
import type { JournalItem } from '#contracts/history.ts'
import type { Client } from '#infra/rest/client.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'scripts.md'), 'utf8')
const [, script = ''] = /```js\n(.*?)```/s.exec(page) ?? []

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

const runScript = (folder: string, base: string, token: string, price: string) => {
  const path = join(folder, 'priser.csv')
  writeFileSync(
    path,
    `Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris\nNattskrue;N-1;NATT-1;${price}\n`,
  )
  const env = { ...process.env, STYKKLISTE: base, TOKEN: token }
  return new Promise<Ended>((resolve) => {
    const args = [join(folder, 'prices.mjs'), path]
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

/** Runs the script of docs/scripts.md; the server must refuse the third file's large price change. */
export const importsPricesByScript = async (t: Test, base: string, client: Client) => {
  const folder = mkdtempSync(join(tmpdir(), 'natt-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'prices.mjs'), script.replace("'20'", "'0'"))
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const wishes = { name: 'nattjobb', role: 'redaktør', expiresAt }
  const made = await client('POST', '/api/access/tokens', wishes)
  const { token } = made.body['data'] as { token: string }
  const run = (price: string) => runScript(folder, base, token, price)

  t.match(await run('100'), { code: 0, stdout: '1 nye komponenter opprettet\n' })
  t.match(await run('110'), { code: 0, stdout: '1 komponenter oppdatert\n' })
  t.match(await run('1100'), { code: 1, stderr: /^422 LIMIT: 1 pris endres med mer enn 15 %/ })
  const latest = async () => {
    const { body } = await client('GET', '/api/journal?kind=ItemPriced&limit=1')
    return (body['data'] as JournalItem[])[0]
  }
  // This client only waits for its own writes, so poll for the script's.
  const deadline = Date.now() + 60_000
  while ((await latest())?.via.token === undefined && Date.now() < deadline) await delay(100)
  t.match(await latest(), {
    via: { kind: 'import', file: 'priser.csv', token: 'nattjobb' },
    reason: 'Prisfil om natten',
  })
}
