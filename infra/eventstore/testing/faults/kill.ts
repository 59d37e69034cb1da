import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { createEmbeddedVictim } from './embedded-victim.ts'
import { runKillRounds, type Victim } from './kill-rounds.ts'

const createOtherVictim = (url: string, command: string): Victim => ({
  url,
  kill: async () => void (await promisify(execFile)('sh', ['-c', command])),
  end: async () => [],
})

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    'postgres-every': { type: 'string', default: '20' },
    /** Another server with an empty log. */
    store: { type: 'string' },
    'kill-command': { type: 'string' },
  },
})
const { store, 'kill-command': command } = values
if ((store === undefined) !== (command === undefined)) {
  console.error('--store og --kill-command må oppgis sammen.')
  process.exit(1)
}

const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-kill-'))
const victim =
  store && command
    ? createOtherVictim(store, command)
    : await createEmbeddedVictim(dataDir, Number(values['postgres-every']))
const from = performance.now()
const result = await runKillRounds(victim, Number(values.kills), (done) => {
  if (done % 50 === 0) console.log(`${done} drap`)
})
rmSync(dataDir, { recursive: true, force: true })
const { acknowledged, events, unknown, faults } = result
console.log(
  `${values.kills} drap på ${Math.round((performance.now() - from) / 1000)} s: ` +
    `${acknowledged} bekreftede hendelser, ${events} i loggen, ${unknown} ganger ukjent utfall, ${faults.length} feil`,
)
for (const fault of faults.slice(0, 20)) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
