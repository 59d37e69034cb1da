import { resolve } from 'node:path'
import { checkBackup } from '#infra/backup/check.ts'
import { reportCheck } from './report-check.ts'
import { runTool } from './tool.ts'

await runTool(async () => {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('Bruk: npm run backup:check <mappe>')
  return reportCheck(await checkBackup(resolve(folder)))
})
