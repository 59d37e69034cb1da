import { readFileSync } from 'node:fs'
import { openAuditDatabase } from '#audit/tables.ts'
import { keptCheckpoint, openCheckpoint } from '#audit/verify/checkpoints.ts'
import { compare } from '#audit/verify/compare.ts'
import { findings } from '#audit/verify/findings.ts'
import type { Parts } from './tool.ts'

/** Is the log the one that checkpoints were signed of: the newest kept here, and an older one in a file? */
export const verifyTree = async (
  { databaseUrl, stored }: Parts,
  file: string | undefined,
): Promise<boolean> => {
  const pool = await openAuditDatabase(databaseUrl)
  try {
    const newest = await keptCheckpoint(pool)
    const given = file && (await openCheckpoint(pool, readFileSync(file, 'utf8')))
    const held = [
      ...(newest ? [{ name: 'siste sjekkpunkt', checkpoint: newest }] : []),
      ...(given ? [{ name: `sjekkpunktet i ${file}`, checkpoint: given }] : []),
    ]
    if (!newest) console.log('Ingen sjekkpunkter er laget ennå.')
    const checkpoints = held.map(({ checkpoint }) => checkpoint)
    const names = held.map(({ name }) => name)
    const found = findings(await compare(stored, pool, checkpoints), names)
    for (const { text } of found) console.log(text)
    return found.every(({ isWhole }) => isWhole)
  } finally {
    await pool.end()
  }
}
