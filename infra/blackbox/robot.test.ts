import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { administrator, systemFor } from './system.ts'

const files = fileURLToPath(new URL('../../../shared/data/odri', import.meta.url))
const script = fileURLToPath(new URL('./load-robot.ts', import.meta.url))
const skip = existsSync(files) ? false : 'the files of the robot are not here'

test(
  'a real robot of 27 assemblies has the totals that a walk of its files gives',
  { skip },
  async (t) => {
    const { base } = await systemFor(t)
    const { username, password } = administrator
    const env = {
      ...process.env,
      BASE_URL: base,
      ADMIN_USERNAME: username,
      ADMIN_PASSWORD: password,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [script, files], { env })
    t.match(stdout, /Alle summer er som filene sier\./)
  },
)
