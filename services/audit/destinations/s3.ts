import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { mostAnswer, nameOf, type Destination } from './destination.ts'

type Settings = {
  readonly AUDIT_S3_ENDPOINT?: string | undefined
  readonly AUDIT_S3_BUCKET?: string | undefined
  readonly AUDIT_S3_REGION: string
  readonly AUDIT_S3_ACCESS_KEY_ID: string
  readonly AUDIT_S3_SECRET_ACCESS_KEY: string
  readonly AUDIT_S3_PREFIX: string
}

const timeout = 30_000

const escaped = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/** With object lock on the bucket, nobody can delete a checkpoint. */
export const s3Destination = (env: Settings): Destination => {
  const folder = `${env.AUDIT_S3_ENDPOINT!.replace(/\/$/, '')}/${escaped(env.AUDIT_S3_BUCKET!)}`
  const client = new AwsClient({
    accessKeyId: env.AUDIT_S3_ACCESS_KEY_ID,
    secretAccessKey: env.AUDIT_S3_SECRET_ACCESS_KEY,
    region: env.AUDIT_S3_REGION,
    service: 's3',
    retries: 3,
  })
  return async (checkpoint, stop) => {
    const url = `${folder}/${escaped(env.AUDIT_S3_PREFIX)}${nameOf(checkpoint)}`
    const reply = await client.fetch(url, {
      method: 'PUT',
      body: checkpoint.note,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-amz-content-sha256': hash('sha256', checkpoint.note),
        // S3 refuses an object without it where the bucket has an object lock.
        'content-md5': hash('md5', checkpoint.note, 'base64'),
      },
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeout)]),
    })
    if (reply.ok) return
    const answer = (await reply.text()).slice(0, mostAnswer)
    throw new Error(`${url} answered ${reply.status}: ${answer}`)
  }
}
