import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { optionalText } from '#kernel/environment.ts'
import { verifierOf } from '../notes/note.ts'
import type { Nodes } from '../tree/merkle.ts'
import type { Signed } from '../notes/checkpoints.ts'
import { nameOf, oncePerNote, type Place } from './place.ts'
import { s3Place } from './s3.ts'
import { witness } from './witness.ts'
import { replaceFile } from '#kernel/replace-file.ts'

const folderPlace =
  (folder: string): Place =>
  async (checkpoint) =>
    replaceFile(join(folder, nameOf(checkpoint)), checkpoint.note)

/** `fetch` takes none with a password, and its refusal would write it to the log. */
const placeUrl = z
  .url()
  .refine((url) => !/^[^:]+:\/\/[^/]*@/.test(url), 'must have no user name or password')
  .optional()

/** Places that the operators of this system should not be able to change. */
export const placesEnvironment = {
  AUDIT_FOLDER: optionalText,
  AUDIT_S3_ENDPOINT: placeUrl,
  AUDIT_S3_BUCKET: optionalText,
  AUDIT_S3_REGION: z.string().default('us-east-1'),
  AUDIT_S3_ACCESS_KEY_ID: z.string().default(''),
  AUDIT_S3_SECRET_ACCESS_KEY: z.string().default(''),
  AUDIT_S3_PREFIX: z.string().default('checkpoints/'),
  AUDIT_WITNESS_URL: placeUrl,
  AUDIT_WITNESS_KEY: optionalText,
}
const schema = z.object(placesEnvironment)
export type PlacesEnvironment = Readonly<z.output<typeof schema>>

const requireTogether = (env: PlacesEnvironment, names: readonly (keyof PlacesEnvironment)[]) => {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0 && missing.length < names.length)
    throw new Error(`${missing.join(', ')} is missing, which belongs to ${names[0]}`)
}

export const openPlaces = (env: PlacesEnvironment) => {
  const { AUDIT_FOLDER: folder, AUDIT_WITNESS_URL: url, AUDIT_WITNESS_KEY: key } = env
  requireTogether(env, ['AUDIT_S3_ENDPOINT', 'AUDIT_S3_BUCKET'])
  requireTogether(env, ['AUDIT_WITNESS_URL', 'AUDIT_WITNESS_KEY'])
  if (folder && !(isAbsolute(folder) && existsSync(folder)))
    throw new Error(`AUDIT_FOLDER must be the absolute path of a folder that exists: ${folder}`)
  const places: (readonly [setting: keyof PlacesEnvironment, place: Place])[] = []
  if (folder) places.push(['AUDIT_FOLDER', oncePerNote(folderPlace(folder))])
  if (env.AUDIT_S3_ENDPOINT) places.push(['AUDIT_S3_ENDPOINT', oncePerNote(s3Place(env))])
  const cosigner = url && key ? oncePerNote(witness(url, witnessKey(key))) : null
  return {
    isAny: places.length > 0 || cosigner !== null,
    /**
     * Asks the witness first, so that every place gets its signature. One that fails keeps it from no other.
     * @throws AggregateError of what failed
     */
    put: async (checkpoint: Signed, nodes: Nodes, stop: AbortSignal): Promise<Signed> => {
      const failed: unknown[] = []
      const attempt = <T>(setting: keyof PlacesEnvironment, work: Promise<T>) =>
        work.catch((cause: unknown) => void failed.push(new Error(`${setting} failed`, { cause })))
      const cosigned =
        cosigner && (await attempt('AUDIT_WITNESS_URL', cosigner(checkpoint, nodes, stop)))
      const note = cosigned ?? checkpoint
      await Promise.all(places.map(([setting, place]) => attempt(setting, place(note, stop))))
      if (failed.length > 0) throw new AggregateError(failed, 'Not every place has the checkpoint')
      return note
    },
  }
}

export type Places = ReturnType<typeof openPlaces>

const witnessKey = (key: string) => {
  try {
    return verifierOf(key, 'cosignature')
  } catch (cause) {
    throw new Error('AUDIT_WITNESS_KEY must be the key of a witness, as name+hash+base64', {
      cause,
    })
  }
}
