import { cosignatureIn, type Verifier } from '../notes/note.ts'
import { consistencyProof, type Nodes } from '../tree/merkle.ts'
import { mostAnswer } from './destination.ts'
import type { Signed } from '../notes/checkpoints.ts'

const timeout = 20_000
const sizeType = 'text/x.tlog.size'

/** A media type may have parameters, and capital letters. */
const isSize = ({ headers }: Response): boolean =>
  headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() === sizeType

const bodyOf = async (from: number, { size, note }: Signed, nodes: Nodes): Promise<string> => {
  const hashes = await consistencyProof(nodes, from, size)
  const proof = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
  return `old ${from}\n${proof}\n${note}`
}

/** https://c2sp.org/tlog-witness: it signs only a checkpoint that extends the last one it has seen. */
export const witness = (url: string, verifier: Verifier) => {
  const address = `${url.replace(/\/$/, '')}/add-checkpoint`
  /** Size of the checkpoint it saw last. Starts wrong after a restart; the witness then answers with its own. */
  let seen = 0

  const ask = async (checkpoint: Signed, nodes: Nodes, stop: AbortSignal): Promise<Response> => {
    const body = await bodyOf(seen, checkpoint, nodes)
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeout)])
    return fetch(address, { method: 'POST', body, signal })
  }

  const askWithRetry = async (...[checkpoint, nodes, stop]: Parameters<typeof ask>) => {
    const reply = await ask(checkpoint, nodes, stop)
    if (reply.status !== 409 || !isSize(reply)) return reply
    const known = Number(await reply.text())
    if (!Number.isSafeInteger(known) || known > checkpoint.size)
      throw new Error(`The witness has seen ${known} events, and the log has ${checkpoint.size}`)
    seen = known
    return ask(checkpoint, nodes, stop)
  }

  /** @throws if it refuses: it has seen another log */
  return async (checkpoint: Signed, nodes: Nodes, stop: AbortSignal): Promise<Signed> => {
    const reply = await askWithRetry(checkpoint, nodes, stop)
    const answer = await reply.text()
    if (!reply.ok)
      throw new Error(`${address} answered ${reply.status}: ${answer.slice(0, mostAnswer)}`)
    const cosignature = cosignatureIn(answer, checkpoint.note, verifier)
    if (cosignature === null) throw new Error(`${address} did not sign with its key`)
    seen = checkpoint.size
    return { ...checkpoint, note: checkpoint.note + cosignature }
  }
}
