import { existsSync, lstatSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { untilUnserved } from '#infra/postgres/sign-of-life.ts'
import { configuration } from '#infra/supervisor/configuration.ts'
import { lockData } from '#infra/supervisor/data-lock.ts'
import { runningSystem } from '#infra/supervisor/run-file.ts'
import { copyOwners } from './copy-owners.ts'
import { runTool } from './with-parts.ts'

/** Of no use in a copy: who runs now, and what was written about it. */
const left = new Set(['lock', 'lock.db', 'run.json', 'children.json', 'logs', 'incoming'])
/** What a server leaves behind that was killed. */
const ofOneRun = new Set(['postmaster.pid', 'alive'])

const stamp = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '')

/**
 * `npm run backup [-- <folder>]`: a whole copy of a stopped system, in the shape of DATA_DIR, so that
 * a start with DATA_DIR=<the copy> is the restore, and the test of it.
 */
const backup = async (target: string | undefined): Promise<boolean> => {
  const { dataDir, databaseUrl, eventstoreUrl } = configuration(process.env)
  if (databaseUrl !== undefined || eventstoreUrl !== undefined)
    throw new Error(
      'En egen Postgres sikkerhetskopieres med sine egne verktøy, og et eget hendelseslager med npm run events:export.',
    )
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`Det er ingen data i ${dataDir}.`)
  if (runningSystem(dataDir))
    throw new Error('Stopp systemet først: kopien skal være hel. Den tar noen sekunder.')

  const folder = resolve(target ?? join(`${dataDir}-sikkerhetskopier`, stamp(new Date())))
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new Error(`${folder} er ikke tom.`)
  const unlock = lockData(dataDir)
  const unfinished = `${folder}.ufullstendig`
  try {
    await untilUnserved(join(dataDir, 'postgres', 'cluster'), 10_000, console.log)
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    for (const name of (await readdir(dataDir)).filter((each) => !left.has(each)))
      await cp(join(dataDir, name), join(unfinished, name), {
        recursive: true,
        preserveTimestamps: true,
        filter: (source) => !ofOneRun.has(basename(source)) && !lstatSync(source).isSocket(),
      })
    await copyOwners(dataDir, unfinished)
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  } finally {
    unlock()
  }
  console.log(`Kopien ligger i ${folder}. Prøv den: DATA_DIR=${folder} npm start`)
  return true
}

await runTool(() => backup(process.argv[2]))
