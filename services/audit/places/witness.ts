import { isCosignedBy, type Verifier } from '../notes/note.ts'
import { consistencyProof, type Nodes } from '../tree/merkle.ts'
import type { Signed } from '../notes/checkpoints.ts'

const patience = 20_000
const sizeType = 'text/x.tlog.size'

const bodyOf = async (from: number, { size, note }: Signed, nodes: Nodes): Promise<string> => {
  const hashes = await consistencyProof(nodes, from, size)
  const proof = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
  return `old ${from}\n${proof}\n${note}`
}

/** A witness, as https://c2sp.org/tlog-witness has it: it signs a checkpoint that holds all it has seen before. */
export const witness = (url: string, verifier: Verifier) => {
  const address = `${url.replace(/\/$/, '')}/add-checkpoint`
  /** What it has seen last. It says so where that is not so. */
  let seen = 0

  const ask = async (checkpoint: Signed, nodes: Nodes): Promise<Response> => {
    const body = await bodyOf(seen, checkpoint, nodes)
    return fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(patience) })
  }

  const asked = async (checkpoint: Signed, nodes: Nodes): Promise<Response> => {
    const reply = await ask(checkpoint, nodes)
    if (reply.status !== 409 || reply.headers.get('content-type') !== sizeType) return reply
    const known = Number(await reply.text())
    if (!Number.isSafeInteger(known) || known > checkpoint.size)
      throw new Error(`The witness has seen ${known} events, and the log has ${checkpoint.size}`)
    seen = known
    return ask(checkpoint, nodes)
  }

  /** @throws where it refuses: it has then seen another log. */
  return async (checkpoint: Signed, nodes: Nodes): Promise<Signed> => {
    const reply = await asked(checkpoint, nodes)
    const said = await reply.text()
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${said}`)
    const note = checkpoint.note + said
    if (!isCosignedBy(note, verifier)) throw new Error(`${address} did not sign with its key`)
    seen = checkpoint.size
    return { ...checkpoint, note }
  }
}
