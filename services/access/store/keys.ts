import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#kernel/replace-file.ts'

const file = z.strictObject({
  /** The first signs; the second is the previous one, which still verifies cookies. */
  session: z.tuple([z.base64(), z.base64()]),
  secrets: z.base64(),
})
type Keys = z.output<typeof file>

const fresh = () => randomBytes(32).toString('base64')
const pathIn = (dataDir: string) => join(dataDir, 'keys', 'access.json')

const write = (dataDir: string, keys: Keys): void => {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  replaceFile(pathIn(dataDir), JSON.stringify(keys))
}

const read = (dataDir: string): Keys => {
  const path = pathIn(dataDir)
  if (!statSync(path, { throwIfNoEntry: false }))
    write(dataDir, { session: [fresh(), fresh()], secrets: fresh() })
  return file.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** Cookies of the previous key stay valid, so nobody is logged out. */
export const rotateSessionKey = (dataDir: string): void => {
  const { session, secrets } = read(dataDir)
  write(dataDir, { session: [fresh(), session[0]], secrets })
}

const bytes = (text: string) => Buffer.from(text, 'base64')

export type AccessKeys = ReturnType<typeof openKeys>

export const openKeys = (dataDir: string) => {
  const keys = read(dataDir)
  const session = keys.session.map(bytes)
  const secret = bytes(keys.secrets)
  return {
    session,
    /** Overwrites the buffers in place, because secure-session keeps references to them. */
    refresh: (): void => {
      const latest = read(dataDir).session
      session.forEach((buffer, index) => bytes(latest[index]!).copy(buffer))
    },
    encrypt: (text: Buffer): string => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret, nonce)
      const sealed = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    decrypt: (text: string): Buffer => {
      const all = bytes(text)
      const cipher = createDecipheriv('aes-256-gcm', secret, all.subarray(0, 12))
      cipher.setAuthTag(all.subarray(12, 28))
      return Buffer.concat([cipher.update(all.subarray(28)), cipher.final()])
    },
  }
}

/** Stored instead of a session id or code, so that a stolen database gives no access. */
export const digest = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const randomToken = (): string => randomBytes(32).toString('base64url')
