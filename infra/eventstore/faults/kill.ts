import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killing } from './killing.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    'postgres-every': { type: 'string', default: '20' },
  },
})

const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-kill-'))
const from = performance.now()
const result = await killing({
  dataDir,
  kills: Number(values.kills),
  postgresEvery: Number(values['postgres-every']),
  onKill: (done) => {
    if (done % 50 === 0) console.log(`${done} drap`)
  },
})
rmSync(dataDir, { recursive: true, force: true })
const { acknowledged, events, unknown, faults } = result
console.log(
  `${values.kills} drap på ${Math.round((performance.now() - from) / 1000)} s: ` +
    `${acknowledged} bekreftede hendelser, ${events} i loggen, ${unknown} ganger ukjent utfall, ${faults.length} feil`,
)
for (const fault of faults.slice(0, 20)) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
