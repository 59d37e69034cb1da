import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const prefix = 'sealed:1:'
const nonceLength = 12
const tagLength = 16

export const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(prefix)

export const keyIdOf = (sealed: string): string => sealed.slice(prefix.length).split(':')[0]!

/** AES-256-GCM with `place` as associated data: a text copied to another place does not decrypt. */
export const seal = (text: string, keyId: string, key: Buffer, place: string): string => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const box = Buffer.concat([
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return `${prefix}${keyId}:${box.toString('base64url')}`
}

export const unseal = (sealed: string, key: Buffer, place: string): string | undefined => {
  const box = Buffer.from(sealed.slice(prefix.length).split(':')[1] ?? '', 'base64url')
  if (box.length < nonceLength + tagLength) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceLength))
      .setAAD(Buffer.from(place))
      .setAuthTag(box.subarray(-tagLength))
    const text = decipher.update(box.subarray(nonceLength, -tagLength))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
