import { parentPort, workerData } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { z } from 'zod'

/** Asks from a thread of its own, so that what the asking costs is not on the answering one. */
const { address, headers } = z
  .object({ address: z.string(), headers: z.record(z.string(), z.string()) })
  .parse(workerData)
const asked = z.object({ id: z.number(), path: z.string(), wanted: z.boolean() })
const dispatcher = new Agent({ connections: 16 })

const ask = async ({ id, path, wanted }: z.output<typeof asked>) => {
  const start = performance.now()
  const { statusCode, body } = await request(address + path, { headers, dispatcher })
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  const milliseconds = performance.now() - start
  const text = wanted || statusCode !== 200 ? Buffer.concat(chunks).toString() : ''
  parentPort!.postMessage({ id, statusCode, milliseconds, text })
}

parentPort!.on('message', (message) => void ask(asked.parse(message)))
