import { createHmac, randomBytes } from 'node:crypto'

const seconds = 30
/** How far into a step the code of the one before still counts: somebody was typing. */
const grace = 5
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = (): Buffer => randomBytes(20)

/** RFC 4648, without padding, as authenticator apps take it. */
export const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** RFC 4226 with six digits; RFC 6238 counts steps of 30 s. */
export const codeAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / seconds)

/** The step a code belongs to, null if it is not valid now. A step may be used once only: the caller's care. */
export const stepOf = (secret: Buffer, code: string, now: Date): number | null => {
  const digits = code.replaceAll(/\s/g, '')
  const step = stepAt(now)
  const into = (now.getTime() / 1000) % seconds
  const valid = into < grace ? [step, step - 1] : [step]
  return valid.find((candidate) => codeAt(secret, candidate) === digits) ?? null
}

/** What an authenticator app reads from a QR code. */
export const uriOf = (secret: Buffer, username: string): string => {
  const label = encodeURIComponent(`Stykkliste:${username}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Stykkliste`
}
