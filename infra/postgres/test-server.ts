import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './start.ts'

export const startTestServer = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-postgres-'))
  const server = await startPostgres({ dataDir, settings: 'volatile' })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: server.url('postgres'), stop }
}
