import { resolve } from 'node:path'
import { checkBackup } from '#infra/backup/check.ts'
import { sayChecked } from './say-checked.ts'
import { runTool } from './with-parts.ts'

/** `npm run backup:check <folder>`: is a backup whole? Nothing is started or changed. */
await runTool(async () => {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('Bruk: npm run backup:check <mappe>')
  return sayChecked(await checkBackup(resolve(folder)))
})
