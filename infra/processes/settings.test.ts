import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'tap'

const right = {
  PORT: '0',
  DATABASE_URL: 'postgres://127.0.0.1:1/x',
  EVENTSTORE_URL: 'esdb://127.0.0.1:1',
  INTERNAL_TOKEN: 'x'.repeat(16),
  // No one can make it, not even root, if a wrong setting is taken by fault.
  DATA_DIR: '/dev/null/ikke',
  COMMAND_URL: 'http://127.0.0.1:1',
  PROJECTOR_URL: 'http://127.0.0.1:1',
}
const wrongTogether = {
  command: { S3_BUCKET: 'filer' },
  projector: { AUDIT_WITNESS_URL: 'https://vitne.no' },
  gateway: { OIDC_CLIENT_ID: 'x' },
}

test('a process says which setting is wrong, without a stack trace', async (t) => {
  for (const [name, together] of Object.entries(wrongTogether)) {
    const saidWith = (env: NodeJS.ProcessEnv) => {
      const main = join(import.meta.dirname, `${name}.ts`)
      const path = { PATH: process.env['PATH'] }
      const options = { encoding: 'utf8', env: { ...path, ...right, ...env } } as const
      const { status, stderr } = spawnSync(process.execPath, [main], options)
      t.equal(status, 1, name)
      return stderr
    }
    t.match(
      saidWith({ LOG_LEVEL: 'loud' }),
      /^Innstillingene kan ikke brukes:\n {2}LOG_LEVEL: .+\n$/,
    )
    t.match(saidWith(together), /^\w+ er satt\. Da må også .+ være det\.\n$/)
  }
})
