import type { DatabasePool } from 'slonik'
import { signedCheckpoints, type Signed } from '../notes/checkpoints.ts'
import { verifiersIn } from '../notes/keys.ts'
import { checkpointIn, openNote, type Checkpoint, type Verifier } from '../notes/note.ts'
import type { Named } from './compare.ts'
import { wrong, type Verdict } from './verdicts.ts'

type Keys = Awaited<ReturnType<typeof verifiersIn>>

const damagedKey = (number: number): string => `SKADET nøkkel nr. ${number} i tabellen audit.key.`

const openCheckpoint = (note: string, { verifiers, damaged }: Keys): Checkpoint => {
  const text = openNote(note, verifiers)
  if (text === null)
    throw new Error(
      [
        'Sjekkpunktet er ikke signert med noen nøkkel som denne installasjonen har.',
        ...damaged.map(damagedKey),
      ].join(' '),
    )
  const checkpoint = checkpointIn(text)
  if (checkpoint === null) throw new Error('Noten er signert, men er ikke et sjekkpunkt.')
  return checkpoint
}

/** Null if it is not as it was stored. */
const readCheckpoint = ({ note, size }: Signed, verifiers: readonly Verifier[]) => {
  const checkpoint = checkpointIn(openNote(note, verifiers) ?? '')
  return checkpoint?.size === size ? checkpoint : null
}

/** All stored checkpoints, newest first, then the one in the file; `damaged` says what can no longer be used. */
export const checkpointsToVerify = async (
  pool: DatabasePool,
  file?: { readonly path: string; readonly note: string },
): Promise<{ readonly checkpoints: readonly Named[]; readonly damaged: readonly Verdict[] }> => {
  const keys = await verifiersIn(pool)
  const rows = (await signedCheckpoints(pool)).map((row) => ({
    ...row,
    checkpoint: readCheckpoint(row, keys.verifiers),
  }))
  const stored = rows
    .flatMap(({ checkpoint, madeAt }) => (checkpoint ? [{ ...checkpoint, madeAt }] : []))
    .map(({ madeAt, ...checkpoint }, at) => ({
      ...checkpoint,
      name: at === 0 ? 'siste sjekkpunkt' : `sjekkpunktet fra ${madeAt}`,
      isOlder: at > 0,
    }))
  const given = file && {
    ...openCheckpoint(file.note, keys),
    name: `sjekkpunktet i ${file.path}`,
    isOlder: false,
  }
  return {
    checkpoints: given ? [...stored, given] : stored,
    damaged: [
      ...keys.damaged.map((number) => wrong(damagedKey(number))),
      ...rows
        .filter(({ checkpoint }) => checkpoint === null)
        .map(({ number, madeAt }) =>
          wrong(`SKADET sjekkpunkt nr. ${number}, fra ${madeAt}, i tabellen audit.checkpoint.`),
        ),
    ],
  }
}
