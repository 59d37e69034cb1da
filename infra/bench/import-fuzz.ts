import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { fuzzed } from '#command/csv-import/testing/fuzzed.ts'
import { administrator, startSystem } from '#infra/blackbox/system.ts'
import { openEventLog } from '#infra/eventstore/client/open.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'

/** `npm run fuzz:import`: broken uploads to the whole system. Never a 5xx, never an event of what was refused. */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '100000' },
    /** The first of them, to begin where another run ended. */
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [files, from, seed] = [Number(values.files), Number(values.from), Number(values.seed)]

const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-fuzz-'))
const system = await startSystem(dataDir)
const log = openEventLog(runningSystem(dataDir)!.eventstoreUrl)
const pool = new Pool(system.base, { connections: 4 })

const signedIn = async (): Promise<string> => {
  const reply = await pool.request({
    method: 'POST',
    path: '/api/session',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  await reply.body.dump()
  return [reply.headers['set-cookie']].flat().join(';').split(';')[0]!
}
const cookie = await signedIn()

const tooMany = 429
/** The limit on requests is not what is tried here: those it turns away come again. */
const send = async ({ path, type, body }: ReturnType<typeof fuzzed>) => {
  for (;;) {
    const headers = { cookie, 'content-type': type }
    const reply = await pool.request({ method: 'POST', path, headers, body })
    const text = await reply.body.text()
    if (reply.statusCode !== tooMany) return { status: reply.statusCode, text }
    await delay(1_000)
  }
}

const answers = new Map<number, number>()
const wrong: string[] = []
const tell = (done: number) =>
  console.log(
    `${done} files, ${wrong.length} wrong; ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  )
console.log(`seed ${seed}, files ${from} to ${from + files - 1}`)
try {
  let last = await log.last()
  for (let n = from; n < from + files; n++) {
    const { status, text } = await send(fuzzed(seed, n))
    answers.set(status, (answers.get(status) ?? 0) + 1)
    const now = await log.last()
    const isWritten = status >= 400 && now !== last
    if (status >= 500 || isWritten) {
      wrong.push(`file ${n}: ${status} ${isWritten ? 'WRITTEN ' : ''}${text.slice(0, 300)}`)
      console.log(wrong.at(-1))
    }
    last = now
    if ((n + 1 - from) % 1_000 === 0) tell(n + 1 - from)
  }
  tell(files)
} finally {
  await log.close()
  await pool.close()
  await system.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = wrong.length > 0 ? 1 : 0
