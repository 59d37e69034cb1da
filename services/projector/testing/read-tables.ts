import { memoryLog } from '#contracts/testing/memory-log.ts'
import { createTemplate, testDatabase, type Test } from '#kernel/testing/database.ts'
import { refill } from '../kernel/prepare-schema.ts'
import type { Projection } from '../kernel/projection.ts'
import { versionOf } from '../kernel/schema.ts'

/** By the version of the tables. Copied for each test, since creating all tables takes several times as long. */
const templates = new Map<string, Promise<string>>()

/** A new database with the read tables of an empty log. */
export const databaseWithTables = async (
  t: Test,
  projections: readonly Projection[],
): Promise<string> => {
  const version = versionOf(projections)
  if (!templates.has(version))
    templates.set(
      version,
      createTemplate((url) => refill(url, projections, { log: memoryLog() })),
    )
  return testDatabase(t, await templates.get(version))
}
