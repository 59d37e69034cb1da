import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

/** Signed notes with Ed25519: https://c2sp.org/signed-note */

/** The first byte of a key. A cosignature also covers a timestamp. */
const types = { note: 1, cosignature: 4 } as const
type SignatureType = keyof typeof types
const signed = { note: 'sjekkpunkter', cosignature: 'medsignaturer' }
/** PKCS #8 header of an Ed25519 private key; the 32 bytes of the seed follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Verifier = { readonly name: string; readonly id: Buffer; readonly key: KeyObject }
export type Signer = {
  readonly name: string
  /** `name+hash+base64`, for those who verify. */
  readonly verifierKey: string
  readonly sign: (text: string) => string
}

const idOf = (name: string, key: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4)

export const publicKeyOf = (seed: Buffer): Buffer =>
  Buffer.from(createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' }).x!, 'base64url')

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })

export const signerOf = (name: string, seed: Buffer): Signer => {
  const key = privateKeyOf(seed)
  const typed = Buffer.concat([Buffer.of(types.note), publicKeyOf(seed)])
  const id = idOf(name, typed)
  return {
    name,
    verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
    sign: (text) => {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)])
      return `${text}\n— ${name} ${signature.toString('base64')}\n`
    },
  }
}

export const verifierOf = (verifierKey: string, type: SignatureType = 'note'): Verifier => {
  const [, name, hash, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? []
  const typed = Buffer.from(encoded ?? '', 'base64')
  if (name === undefined)
    throw new Error(`${verifierKey} er ingen nøkkel av formen navn+hash+base64.`)
  if (idOf(name, typed).toString('hex') !== hash)
    throw new Error(`Hashen i ${verifierKey} er ikke av navnet og nøkkelen.`)
  if (typed[0] !== types[type])
    throw new Error(`${verifierKey} er en nøkkel for annet enn ${signed[type]}.`)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: typed.subarray(1).toString('base64url') }
  return { name, id: idOf(name, typed), key: createPublicKey({ key: jwk, format: 'jwk' }) }
}

const partsOf = (note: string): { readonly text: string; readonly lines: readonly string[] } => {
  const end = note.lastIndexOf('\n\n') + 1
  return { text: note.slice(0, end), lines: note.slice(end + 1).split('\n') }
}

/** Without the key id; null if the key has not signed. */
const signatureBy = ({ name, id }: Verifier, lines: readonly string[]): Buffer | null => {
  for (const line of lines) {
    const [, signer, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = Buffer.from(encoded ?? '', 'base64')
    if (signer === name && bytes.subarray(0, id.length).equals(id)) return bytes.subarray(id.length)
  }
  return null
}

/** The text, if one of the verifiers accepts its signature, else null. */
export const openNote = (note: string, verifiers: readonly Verifier[]): string | null => {
  const { text, lines } = partsOf(note)
  const isSignedBy = (one: Verifier) => {
    const signature = signatureBy(one, lines)
    return signature !== null && verify(null, Buffer.from(text), one.key, signature)
  }
  return verifiers.some(isSignedBy) ? text : null
}

/**
 * The line of the witness in its answer, of all that it may hold; null if it has not signed the note.
 * https://c2sp.org/tlog-cosignature: 8 bytes of time, then the signature of time and text.
 */
export const cosignatureIn = (answer: string, note: string, witness: Verifier): string | null => {
  const cosignature = signatureBy(witness, answer.split('\n'))
  if (cosignature?.length !== 72) return null
  const time = cosignature.readBigUInt64BE()
  const message = `cosignature/v1\ntime ${time}\n${partsOf(note).text}`
  if (!verify(null, Buffer.from(message), witness.key, cosignature.subarray(8))) return null
  return `— ${witness.name} ${Buffer.concat([witness.id, cosignature]).toString('base64')}\n`
}

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: string }

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root}\n`

/** https://c2sp.org/tlog-checkpoint; null for another text. */
export const checkpointIn = (text: string): Checkpoint | null => {
  const [, origin, size, root] = /^(\S+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n/.exec(text) ?? []
  return origin === undefined ? null : { origin, size: Number(size), root: root! }
}
