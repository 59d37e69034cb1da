import { readFileSync } from 'node:fs'
import { openAuditDatabase } from '#audit/tables.ts'
import { checkpointsToHold } from '#audit/verify/checkpoints.ts'
import { compare } from '#audit/verify/compare.ts'
import { findings } from '#audit/verify/findings.ts'
import type { Parts } from './tool.ts'

/** Is the log the one that all checkpoints were signed of that are kept here, and one in a file? */
export const verifyTree = async (
  { databaseUrl, stored }: Parts,
  path: string | undefined,
): Promise<boolean> => {
  const pool = await openAuditDatabase(databaseUrl)
  try {
    const file = path === undefined ? undefined : { path, note: readFileSync(path, 'utf8') }
    const checkpoints = await checkpointsToHold(pool, file)
    if (checkpoints.length === 0) console.log('Ingen sjekkpunkter er laget ennå.')
    const found = findings(await compare(stored, pool, checkpoints))
    for (const { text } of found) console.log(text)
    return found.every(({ isWhole }) => isWhole)
  } finally {
    await pool.end()
  }
}
