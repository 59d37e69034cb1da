import { AwsClient } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { address, requireTogether } from '#kernel/environment.ts'

export const s3Environment = {
  S3_ENDPOINT: address('https://s3.firma.no').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  S3_PREFIX: z.string().default('uploads/'),
}
const environment = z.object(s3Environment)
export type S3Environment = Readonly<z.output<typeof environment>>

export const checkS3 = (env: S3Environment): void =>
  requireTogether(env, ['S3_ENDPOINT', 'S3_BUCKET'], ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])

/** The store failed. Users are told to retry; the log gets the cause. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable'
  readonly statusCode = 503
}

const xml = new XMLParser({
  isArray: (name) => name === 'Contents',
  parseTagValue: false,
  htmlEntities: true,
})

const listing = z.object({
  Contents: z.array(z.object({ Key: z.string(), LastModified: z.coerce.date() })).default([]),
  IsTruncated: z.string().optional(),
  NextContinuationToken: z.string().optional(),
})

/** A page of ListObjectsV2. `next` is the token of the following page. */
export const parseListing = (text: string) => {
  const answer = z.object({ ListBucketResult: z.unknown() }).parse(xml.parse(text))
  const page = listing.parse(answer.ListBucketResult || {})
  const next = page.IsTruncated === 'true' ? page.NextContinuationToken : undefined
  return { objects: page.Contents, next }
}

export type Send = (path: string, init?: RequestInit, missing?: boolean) => Promise<Response>

/**
 * Asks the bucket. With `missing`, 404 is an answer as well.
 * @param timeout how long an answer may be in coming, in milliseconds; reading it may take longer
 */
export const createSend = (env: S3Environment, bucket: string, timeout: number): Send => {
  const endpoint = env.S3_ENDPOINT!.replace(/\/$/, '')
  const client = new AwsClient({
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    region: env.S3_REGION,
    service: 's3',
    retries: 3,
  })

  return async (path, init = {}, missing = false) => {
    // Limits only the wait for the answer: a limit on the environment would break slow downloads.
    const wait = new AbortController()
    const timer = setTimeout(() => wait.abort(), timeout)
    try {
      const request = { ...init, signal: wait.signal }
      const reply = await client.fetch(
        `${endpoint}/${bucket}${path}`,
        request as Parameters<typeof client.fetch>[1],
      )
      if (reply.ok || (missing && reply.status === 404)) return reply
      const body = await reply.text()
      throw new FileStoreUnavailable(`It answered ${reply.status}: ${body.slice(0, 300)}`)
    } catch (cause) {
      if (cause instanceof FileStoreUnavailable) throw cause
      throw new FileStoreUnavailable(`It does not answer: ${endpoint}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }
}
