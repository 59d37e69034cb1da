import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { rootHash, type Nodes } from '../tree/merkle.ts'
import type { Signers } from './keys.ts'
import { checkpointIn, checkpointText, openNote, verifierOf } from './note.ts'
import { TreeMisfit } from '../tree/tree.ts'

export type Signed = { readonly size: number; readonly note: string }

const made = z.object({
  number: z.bigint(),
  size: z.bigint().transform(Number),
  note: z.string(),
  madeAt: z.string(),
  published: z.boolean(),
})
type Made = z.output<typeof made>

const columns = sql.fragment`number, size, note, made_at as "madeAt", placed as published`

const newestCheckpoint = (pool: DatabasePool): Promise<Made | null> =>
  pool.maybeOne(sql.type(made)`
    select ${columns} from audit.checkpoint order by number desc limit 1`)

/** Newest first. */
export const signedCheckpoints = (pool: DatabasePool): Promise<readonly Made[]> =>
  pool.any(sql.type(made)`select ${columns} from audit.checkpoint order by number desc`)

const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64')

/** Signed with every key, so that holders of an older key can still verify it. */
const signed = (text: string, [newest, ...older]: Signers): string =>
  older.reduce((note, signer) => note + signer.sign(text).slice(text.length + 1), newest.sign(text))

export const createCheckpoints = async (pool: DatabasePool, nodes: Nodes, signers: Signers) => {
  let newest = await newestCheckpoint(pool)
  const [{ name: origin, verifierKey, sign }] = signers
  const own = [verifierOf(verifierKey)]

  /** Also true after a key rotation. */
  const isOlderThan = (size: number): boolean =>
    newest === null || newest.size < size || openNote(newest.note, own) === null

  const make = async (size: number): Promise<Made> => {
    const root = base64(await rootHash(nodes, size))
    const note = signed(checkpointText({ origin, size, root }), signers)
    return pool.one(sql.type(made)`
      insert into audit.checkpoint (size, note) values (${size}, ${note}) returning ${columns}`)
  }

  return {
    origin,
    verifierKey,
    /** Signs with `verifierKey` only, which an export is checked with. */
    sign,
    newest: () => newest,
    isOlderThan,
    /** @throws TreeMisfit if the stored tree does not match the last checkpoint */
    check: async (size: number): Promise<void> => {
      if (newest === null) return
      const root = checkpointIn(newest.note)?.root
      if (newest.size > size || root !== base64(await rootHash(nodes, newest.size)))
        throw new TreeMisfit(
          'Revisjonstreet passer ikke med det siste sjekkpunktet. Kjør npm run verify.',
        )
    },
    /** Reuses the newest checkpoint of that size, since a witness may have signed it. */
    ofSize: async (size: number): Promise<Signed> => {
      if (newest === null || isOlderThan(size)) newest = await make(size)
      return newest
    },
    /** `note` has the signature of the witness. A newer checkpoint may exist by now. */
    markPublished: async ({ number }: Made, { note }: Signed): Promise<void> => {
      const row = await pool.one(sql.type(made)`
        update audit.checkpoint set placed = true, note = ${note} where number = ${number}
        returning ${columns}`)
      if (newest?.number === number) newest = row
    },
  }
}
