import { randomBytes } from 'node:crypto'
import { sql, type DatabasePool } from 'slonik'
import { z } from 'zod'
import { publicKeyOf, signerOf, verifierOf, type Signer, type Verifier } from './note.ts'

const storedKey = z.object({
  number: z.int(),
  verifier: z.string(),
  seed: z.instanceof(Buffer).nullable(),
})
const keyRow = sql.type(storedKey)

const nameIn = (verifierKey: string): string => verifierKey.split('+')[0]!

const keysIn = (pool: DatabasePool) =>
  pool.any(keyRow`select number, verifier, seed from audit.key order by number desc`)

type Key = z.output<typeof storedKey>

const verifierIn = ({ verifier }: Key): Verifier | null => {
  try {
    return verifierOf(verifier)
  } catch {
    return null
  }
}

/** The two halves of a key belong together. */
const isWhole = (key: Key): boolean => {
  const { verifier, seed } = key
  const fits = seed === null || signerOf(nameIn(verifier), seed).verifierKey === verifier
  return fits && verifierIn(key) !== null
}

/** `damaged` are the numbers of keys that are not as they were made. */
export const verifiersIn = async (pool: DatabasePool) => {
  const keys = await keysIn(pool)
  return {
    verifiers: keys.flatMap((key) => verifierIn(key) ?? []),
    damaged: keys.filter((key) => !isWhole(key)).map(({ number }) => number),
  }
}

/** The name (origin) never changes; it comes from the first key. */
export const addKey = async (pool: DatabasePool): Promise<void> => {
  const [newest] = await keysIn(pool)
  const number = (newest?.number ?? 0) + 1
  const seed = randomBytes(32)
  const mark = publicKeyOf(seed).toString('hex').slice(0, 16)
  const { verifierKey } = signerOf(newest ? nameIn(newest.verifier) : `stykkliste/${mark}`, seed)
  await pool.query(sql.unsafe`
    insert into audit.key (number, verifier, seed)
    values (${number}, ${verifierKey}, ${sql.binary(seed)}) on conflict do nothing`)
}

export type Signers = readonly [newest: Signer, ...older: Signer[]]

export const openSigners = async (pool: DatabasePool): Promise<Signers> => {
  if ((await keysIn(pool)).length === 0) await addKey(pool)
  const keys = (await keysIn(pool)).filter(({ seed }) => seed !== null)
  const damaged = keys.find((key) => !isWhole(key))
  if (damaged)
    throw new Error(
      `Nøkkel nr. ${damaged.number}, som sjekkpunkter signeres med, er skadet. Se «The key» i docs/audit.md.`,
    )
  const [newest, ...older] = keys.map(({ verifier, seed }) => signerOf(nameIn(verifier), seed!))
  if (newest) return [newest, ...older]
  throw new Error('Nøkkelen som sjekkpunkter signeres med, er borte. Lag en ny: npm run audit:key.')
}
