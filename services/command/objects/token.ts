import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isEqualInConstantTime } from '#kernel/constant-time.ts'
import { fileKind } from './types.ts'

const claims = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
  user: z.string(),
  kind: fileKind.optional(),
  fileName: z.string().optional(),
})
type Claims = z.output<typeof claims>

const sealOf = (key: Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

export const sealed = (key: Buffer, content: Claims): string => {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${sealOf(key, text)}`
}

export const opened = (key: Buffer, token: string, now: number): Claims | undefined => {
  const [text = '', seal = ''] = token.split('.')
  if (!isEqualInConstantTime(seal, Buffer.from(sealOf(key, text)))) return undefined
  const content = claims.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return content.until >= now ? content : undefined
}
