import type { DatabasePool } from 'slonik'
import { newestCheckpoint } from '../notes/checkpoints.ts'
import { verifierKeysIn } from '../notes/keys.ts'
import { checkpointIn, openNote, verifierOf, type Checkpoint } from '../notes/note.ts'

/** @throws with a sentence where it is no checkpoint, or none that a key of this installation has signed. */
export const openCheckpoint = async (pool: DatabasePool, note: string): Promise<Checkpoint> => {
  const text = openNote(
    note,
    (await verifierKeysIn(pool)).map((key) => verifierOf(key)),
  )
  if (text === null)
    throw new Error('Sjekkpunktet er ikke signert med noen nøkkel som denne installasjonen har.')
  const checkpoint = checkpointIn(text)
  if (checkpoint === null) throw new Error('Noten er signert, men er ikke et sjekkpunkt.')
  return checkpoint
}

/** The newest that is kept here; null before the first. */
export const keptCheckpoint = async (pool: DatabasePool): Promise<Checkpoint | null> => {
  const newest = await newestCheckpoint(pool)
  return newest && openCheckpoint(pool, newest.note)
}
