import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { argumentsOf } from '#infra/arguments.ts'
import { createEmbeddedVictim } from './embedded-victim.ts'
import { runKillRounds, type Victim } from './kill-rounds.ts'

const createOtherVictim = (url: string, command: string): Victim => ({
  url,
  kill: async () => void (await promisify(execFile)('sh', ['-c', command])),
  end: async () => [],
})

const usage = `Bruk: npm run eventstore:kill -- [--kills <antall>] [--postgres-every <antall>]
  [--store <esdb://...> --kill-command <kommando>]
Dreper hendelseslageret mens det skrives, og sier hva som ble borte. Med --store en annen server, som har en tom logg.`
const { values } = argumentsOf(usage, {
  kills: { type: 'string', default: '1000' },
  'postgres-every': { type: 'string', default: '20' },
  store: { type: 'string' },
  'kill-command': { type: 'string' },
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
