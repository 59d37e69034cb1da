import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './configuration.ts'
import { printError, print } from './console.ts'

const script = join(root, 'infra', 'demo', 'main.ts')

const wayIn = `Logg inn med en konto som finnes. Er passordet borte, gir dette en ny lenke å komme inn med:
  npm run access -- list
  npm run access -- reset <brukernavn>`

/** Fills the system with the sample. What goes wrong is said; the system keeps running. */
export const runDemo = async (
  address: string,
  account: Readonly<Record<string, string>>,
  hasAccounts: boolean,
  signal: AbortSignal,
): Promise<void> => {
  if (!account['ADMIN_USERNAME'])
    return print(
      hasAccounts
        ? `Systemet er i bruk fra før, så eksemplene legges ikke inn på nytt.\n${wayIn}`
        : 'Eksemplene legges inn når systemet startes med ADMIN_USERNAME og ADMIN_PASSWORD.',
    )
  if (!existsSync(script)) return printError('Eksemplene følger ikke med.')
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BASE_URL: address, ...account },
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', stop)
  if (code !== 0 && !signal.aborted)
    return printError(`Eksemplene ble ikke lagt helt inn.\n${wayIn}`)
  if (account['ADMIN_USERNAME'] === 'demo')
    print(`Logg inn som ${account['ADMIN_USERNAME']} med passordet ${account['ADMIN_PASSWORD']}`)
}
