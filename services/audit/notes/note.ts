import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

/** Signed notes, as https://c2sp.org/signed-note has them, with Ed25519. */

const ed25519 = 1
/** Before the 32 bytes of a private key, as PKCS #8 has it. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Verifier = { readonly name: string; readonly id: Buffer; readonly key: KeyObject }
export type Signer = {
  readonly name: string
  /** `name+hash+base64`, by which others check what it signs. */
  readonly verifierKey: string
  /** The note: the text and its signature. */
  readonly sign: (text: string) => string
}

const idOf = (name: string, key: Uint8Array): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(ed25519))
    .update(key)
    .digest()
    .subarray(0, 4)

export const publicKeyOf = (seed: Buffer): Buffer =>
  Buffer.from(createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' }).x!, 'base64url')

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })

export const signerOf = (name: string, seed: Buffer): Signer => {
  const key = privateKeyOf(seed)
  const publicKey = publicKeyOf(seed)
  const id = idOf(name, publicKey)
  const encoded = Buffer.concat([Buffer.of(ed25519), publicKey]).toString('base64')
  return {
    name,
    verifierKey: `${name}+${id.toString('hex')}+${encoded}`,
    sign: (text) => {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)])
      return `${text}\n— ${name} ${signature.toString('base64')}\n`
    },
  }
}

/** @throws where it is not the key of an Ed25519 signature. */
export const verifierOf = (verifierKey: string): Verifier => {
  const [, name, hash, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  const key = bytes.subarray(1)
  if (name === undefined || bytes[0] !== ed25519 || idOf(name, key).toString('hex') !== hash)
    throw new Error(`${verifierKey} er ingen nøkkel av formen navn+hash+base64.`)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }
  return { name, id: idOf(name, key), key: createPublicKey({ key: jwk, format: 'jwk' }) }
}

const isBy = ({ name, id, key }: Verifier, line: string, text: string): boolean => {
  const [, signer, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  return (
    signer === name &&
    bytes.subarray(0, 4).equals(id) &&
    verify(null, Buffer.from(text), key, bytes.subarray(4))
  )
}

/** Its text, if one of the verifiers' keys has signed it; null if none has. */
export const openNote = (note: string, verifiers: readonly Verifier[]): string | null => {
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return null
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2).split('\n')
  return verifiers.some((one) => lines.some((line) => isBy(one, line, text))) ? text : null
}

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: string }

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root}\n`

/** What the text of a note says, as https://c2sp.org/tlog-checkpoint has it; null if it is another text. */
export const checkpointIn = (text: string): Checkpoint | null => {
  const [, origin, size, root] = /^(\S+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n/.exec(text) ?? []
  return origin === undefined ? null : { origin, size: Number(size), root: root! }
}
