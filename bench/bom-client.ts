import { parentPort, workerData } from 'node:worker_threads'
import { request } from 'undici'

/** Runs in its own thread, so that the client's work does not slow the server that is measured. */
const { address, headers } = workerData as { address: string; headers: Record<string, string> }

const ask = async ({ path, isRead }: { path: string; isRead: boolean }) => {
  const start = performance.now()
  const { statusCode: status, body } = await request(address + path, { headers })
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  const ms = performance.now() - start
  const text = isRead || status !== 200 ? Buffer.concat(chunks).toString() : ''
  parentPort!.postMessage({ status, ms, text })
}

parentPort!.on('message', (message) => void ask(message))
