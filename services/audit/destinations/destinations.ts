import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { address, readBy, requireTogether } from '#kernel/environment.ts'
import { verifierOf } from '../notes/note.ts'
import type { Nodes } from '../tree/merkle.ts'
import type { Signed } from '../notes/checkpoints.ts'
import { mostAnswer, nameOf, oncePerNote, type Destination } from './destination.ts'
import { witness } from './witness.ts'
import { replaceFile } from '#kernel/replace-file.ts'

const folderDestination =
  (folder: string): Destination =>
  async (checkpoint) =>
    replaceFile(join(folder, nameOf(checkpoint)), checkpoint.note)

/** `fetch` takes none with a password, and its refusal would write it to the log. */
const destinationUrl = address('https://sjekkpunkter.firma.no')
  .refine((url) => !/^[^:]+:\/\/[^/]*@/.test(url), 'kan ikke ha brukernavn eller passord i seg')
  .optional()

/** Destinations that the operators of this system should not be able to change. */
export const destinationsEnvironment = {
  AUDIT_FOLDER: z
    .string()
    .refine((folder) => isAbsolute(folder) && existsSync(folder), {
      error: 'må være hele stien til en mappe som finnes',
    })
    .optional(),
  AUDIT_S3_ENDPOINT: destinationUrl,
  AUDIT_S3_BUCKET: z.string().optional(),
  AUDIT_S3_REGION: z.string().default('us-east-1'),
  AUDIT_S3_ACCESS_KEY_ID: z.string().default(''),
  AUDIT_S3_SECRET_ACCESS_KEY: z.string().default(''),
  AUDIT_S3_PREFIX: z.string().default('checkpoints/'),
  AUDIT_WITNESS_URL: destinationUrl,
  AUDIT_WITNESS_KEY: z
    .string()
    .superRefine(readBy((key) => verifierOf(key, 'cosignature'), 'må være nøkkelen til et vitne'))
    .optional(),
}
const schema = z.object(destinationsEnvironment)
export type DestinationsEnvironment = Readonly<z.output<typeof schema>>

const timeout = 30_000

const escaped = (key: string) => key.split('/').map(encodeURIComponent).join('/')

/** With object lock on the bucket, nobody can delete a checkpoint. */
const s3Destination = (env: DestinationsEnvironment): Destination => {
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

export const checkDestinations = (env: DestinationsEnvironment): void => {
  requireTogether(
    env,
    ['AUDIT_S3_ENDPOINT', 'AUDIT_S3_BUCKET'],
    ['AUDIT_S3_ACCESS_KEY_ID', 'AUDIT_S3_SECRET_ACCESS_KEY'],
  )
  requireTogether(env, ['AUDIT_WITNESS_URL', 'AUDIT_WITNESS_KEY'])
}

export const openDestinations = (env: DestinationsEnvironment) => {
  const { AUDIT_FOLDER: folder, AUDIT_WITNESS_URL: url, AUDIT_WITNESS_KEY: key } = env
  const destinations: (readonly [
    setting: keyof DestinationsEnvironment,
    destination: Destination,
  ])[] = []
  if (folder) destinations.push(['AUDIT_FOLDER', oncePerNote(folderDestination(folder))])
  if (env.AUDIT_S3_ENDPOINT)
    destinations.push(['AUDIT_S3_ENDPOINT', oncePerNote(s3Destination(env))])
  const cosigner = url && key ? oncePerNote(witness(url, verifierOf(key, 'cosignature'))) : null
  return {
    isAny: destinations.length > 0 || cosigner !== null,
    /**
     * Asks the witness first, so that every destination gets its signature. One that fails keeps it from no other.
     * @throws AggregateError of what failed
     */
    put: async (checkpoint: Signed, nodes: Nodes, stop: AbortSignal): Promise<Signed> => {
      const failed: unknown[] = []
      const attempt = <T>(setting: keyof DestinationsEnvironment, work: Promise<T>) =>
        work.catch((cause: unknown) => void failed.push(new Error(`${setting} failed`, { cause })))
      const cosigned =
        cosigner && (await attempt('AUDIT_WITNESS_URL', cosigner(checkpoint, nodes, stop)))
      const note = cosigned ?? checkpoint
      await Promise.all(
        destinations.map(([setting, destination]) => attempt(setting, destination(note, stop))),
      )
      if (failed.length > 0)
        throw new AggregateError(failed, 'Not every destination has the checkpoint')
      return note
    },
  }
}

export type Destinations = ReturnType<typeof openDestinations>
