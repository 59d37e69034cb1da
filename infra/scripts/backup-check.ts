import { resolve } from 'node:path'
import { argumentsOf } from '#infra/arguments.ts'
import { checkBackup, reportCheck } from '#infra/backup/check.ts'
import { runTool } from './tool.ts'

const usage = 'Bruk: npm run backup:check <mappe>'
const [folder] = argumentsOf(usage, {}, 1).words

await runTool(async () => {
  if (folder === undefined) throw new Error(usage)
  return reportCheck(await checkBackup(resolve(folder)))
})
