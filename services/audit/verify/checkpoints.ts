import type { DatabasePool } from 'slonik'
import { signedCheckpoints } from '../notes/checkpoints.ts'
import { verifiersIn } from '../notes/keys.ts'
import { checkpointIn, openNote, type Checkpoint, type Verifier } from '../notes/note.ts'
import type { Named } from './compare.ts'

const openCheckpoint = (note: string, verifiers: readonly Verifier[]): Checkpoint => {
  const text = openNote(note, verifiers)
  if (text === null)
    throw new Error('Sjekkpunktet er ikke signert med noen nøkkel som denne installasjonen har.')
  const checkpoint = checkpointIn(text)
  if (checkpoint === null) throw new Error('Noten er signert, men er ikke et sjekkpunkt.')
  return checkpoint
}

/** All stored checkpoints, newest first, then the one in the file. */
export const checkpointsToVerify = async (
  pool: DatabasePool,
  file?: { readonly path: string; readonly note: string },
): Promise<readonly Named[]> => {
  const verifiers = await verifiersIn(pool)
  const stored = (await signedCheckpoints(pool)).map(({ note, madeAt }, at) => ({
    ...openCheckpoint(note, verifiers),
    name: at === 0 ? 'siste sjekkpunkt' : `sjekkpunktet fra ${madeAt}`,
    isOlder: at > 0,
  }))
  if (!file) return stored
  const given = openCheckpoint(file.note, verifiers)
  return [...stored, { ...given, name: `sjekkpunktet i ${file.path}`, isOlder: false }]
}
