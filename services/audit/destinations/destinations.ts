import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { optionalText } from '#kernel/environment.ts'
import { verifierOf } from '../notes/note.ts'
import type { Nodes } from '../tree/merkle.ts'
import type { Signed } from '../notes/checkpoints.ts'
import { nameOf, oncePerNote, type Destination } from './destination.ts'
import { s3Destination } from './s3.ts'
import { witness } from './witness.ts'
import { replaceFile } from '#kernel/replace-file.ts'

const folderDestination =
  (folder: string): Destination =>
  async (checkpoint) =>
    replaceFile(join(folder, nameOf(checkpoint)), checkpoint.note)

/** `fetch` takes none with a password, and its refusal would write it to the log. */
const destinationUrl = z
  .url()
  .refine((url) => !/^[^:]+:\/\/[^/]*@/.test(url), 'must have no user name or password')
  .optional()

/** Destinations that the operators of this system should not be able to change. */
export const destinationsEnvironment = {
  AUDIT_FOLDER: optionalText,
  AUDIT_S3_ENDPOINT: destinationUrl,
  AUDIT_S3_BUCKET: optionalText,
  AUDIT_S3_REGION: z.string().default('us-east-1'),
  AUDIT_S3_ACCESS_KEY_ID: z.string().default(''),
  AUDIT_S3_SECRET_ACCESS_KEY: z.string().default(''),
  AUDIT_S3_PREFIX: z.string().default('checkpoints/'),
  AUDIT_WITNESS_URL: destinationUrl,
  AUDIT_WITNESS_KEY: optionalText,
}
const schema = z.object(destinationsEnvironment)
export type DestinationsEnvironment = Readonly<z.output<typeof schema>>

const requireTogether = (
  env: DestinationsEnvironment,
  names: readonly (keyof DestinationsEnvironment)[],
) => {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(`${missing.join(', ')} is missing, which belongs to ${names[0]}`)
}

export const openDestinations = (env: DestinationsEnvironment) => {
  const { AUDIT_FOLDER: folder, AUDIT_WITNESS_URL: url, AUDIT_WITNESS_KEY: key } = env
  requireTogether(env, ['AUDIT_S3_ENDPOINT', 'AUDIT_S3_BUCKET'])
  requireTogether(env, ['AUDIT_WITNESS_URL', 'AUDIT_WITNESS_KEY'])
  if (folder && !(isAbsolute(folder) && existsSync(folder)))
    throw new Error(`AUDIT_FOLDER must be the absolute path of a folder that exists: ${folder}`)
  const destinations: (readonly [
    setting: keyof DestinationsEnvironment,
    destination: Destination,
  ])[] = []
  if (folder) destinations.push(['AUDIT_FOLDER', oncePerNote(folderDestination(folder))])
  if (env.AUDIT_S3_ENDPOINT)
    destinations.push(['AUDIT_S3_ENDPOINT', oncePerNote(s3Destination(env))])
  const cosigner = url && key ? oncePerNote(witness(url, witnessKey(key))) : null
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

const witnessKey = (key: string) => {
  try {
    return verifierOf(key, 'cosignature')
  } catch (cause) {
    throw new Error('AUDIT_WITNESS_KEY must be the key of a witness, as name+hash+base64', {
      cause,
    })
  }
}
