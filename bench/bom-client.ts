import { request } from 'undici'

/** Runs in its own process, so that the server is measured without its client's time and memory. */
const [address, headersJson] = process.argv.slice(2)
const headers = JSON.parse(headersJson!) as Record<string, string>

type Question = { readonly path: string; readonly isRead: boolean }

const ask = async ({ path, isRead }: Question) => {
  const start = performance.now()
  const { statusCode: status, body } = await request(address + path, { headers })
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  const ms = performance.now() - start
  const text = isRead || status !== 200 ? Buffer.concat(chunks).toString() : ''
  process.send!({ status, ms, text })
}

process.on('message', (question) => void ask(question as Question))
