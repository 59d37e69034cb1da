import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#infra/postgres/free-port.ts'

export const startEmbedded = async (data: string) => {
  const main = join(import.meta.dirname, '../infra/eventstore/main.ts')
  const args = ['--max-semi-space-size=4', main, '--port', String(await freePort()), '--data', data]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const [address] = /esdb:\S+/.exec(output) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error('The embedded store did not start')))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url, stop }
}
