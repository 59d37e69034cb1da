import { Secret, TOTP } from 'otpauth'

/** Milliseconds that an expired code remains valid, because typing takes time. */
const grace = 5_000

const totp = (secret: Buffer, label = '') =>
  new TOTP({
    issuer: 'Stykkliste',
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

export const createSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes)

export const base32 = (secret: Buffer): string => totp(secret).secret.base32

/** Null if the code is invalid. The caller must accept each step only once. */
export const stepOf = (secret: Buffer, code: string, now: Date): number | null => {
  const token = code.replaceAll(/\s/g, '')
  const generator = totp(secret)
  const time = [now.getTime(), now.getTime() - grace].find(
    (timestamp) => generator.validate({ token, timestamp, window: 0 }) !== null,
  )
  return time === undefined ? null : generator.counter({ timestamp: time })
}

/** The content of the QR code for authenticator apps. */
export const uriOf = (secret: Buffer, username: string): string => totp(secret, username).toString()
