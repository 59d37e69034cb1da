import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databasePart, hasAccounts } from './database-part.ts'
import {
  folderPart,
  keyNames,
  keysIn,
  readFolderMark,
  writeFolderMark,
  type FolderMark,
} from './folders.ts'
import {
  isNewer,
  isOlder,
  ours,
  type Mark,
  type Part,
  foreign,
  gone,
  halfRestored,
  newer,
  otherDatabase,
} from './identity.ts'

type Found = { readonly part: Part; readonly mark: Mark | null }

type Options = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Undefined for the embedded store. An external one carries no mark. */
  readonly eventstoreUrl?: string | undefined
  /** The operator confirms with this id that the missing parts are lost for good. */
  readonly lostInstallation?: string | undefined
}

export type Databases = { readonly main: string; readonly events?: string }

const commonId = (found: readonly Found[]): string | null => {
  let first: { readonly name: string; readonly mark: Mark } | undefined
  for (const { part, mark } of found) {
    if (!mark) continue
    if (isNewer(mark)) throw newer(part.name, mark)
    first ??= { name: part.name, mark }
    if (mark.id !== first.mark.id) throw foreign(part.name, mark, first.name, first.mark)
  }
  return first?.mark.id ?? null
}

const check = (found: readonly Found[], { folderMark, lostInstallation }: State): string | null => {
  const id = commonId(found)
  if (id === null || folderMark?.isComplete === false || lostInstallation === id) return id
  const missing = found.find(({ mark }) => mark === null)
  if (missing) throw gone(missing.part.name, id)
  return id
}

type State = Options & { readonly folderMark: FolderMark | null }

const find = (parts: readonly Part[]): Promise<Found[]> =>
  Promise.all(parts.map(async (part) => ({ part, mark: await part.read() })))

/** They prove that there was a database. Older releases left no marks. */
const tracesOfData = ['files', 'keys', 'command-model.snapshot']

export const restoringFolder = 'restoring'

const checkFolder = ({ dataDir, databaseUrl, folderMark, lostInstallation }: State): void => {
  if (existsSync(join(dataDir, restoringFolder))) throw halfRestored(dataDir, restoringFolder)
  const isLost = folderMark?.id === lostInstallation
  const key = folderMark?.keys.find((name) => !existsSync(join(keysIn(dataDir), name)))
  if (folderMark && key && !isLost)
    throw gone(`Nøkkelen ${join(keysIn(dataDir), key)}`, folderMark.id)
  const cluster = join(dataDir, 'postgres', 'cluster')
  if (databaseUrl !== undefined || existsSync(cluster)) return
  if (folderMark?.isComplete && !isLost)
    throw gone(
      `Databasen i ${cluster}`,
      folderMark.id,
      'Er det en egen Postgres, sett DATABASE_URL. ',
    )
  const trace = tracesOfData.find((name) => existsSync(join(dataDir, name)))
  if (!folderMark && trace) throw otherDatabase(dataDir, trace)
}

const confirm = async (state: State, before: readonly Found[], databases: Databases) => {
  const { dataDir, folderMark } = state
  const parts = [databasePart('Databasen', databases.main)]
  if (databases.events !== undefined && state.eventstoreUrl === undefined)
    parts.push(databasePart('Hendelsesloggen', databases.events))
  const found = [...before, ...(await find(parts))]
  const known = check(found, state)
  const hadAccounts = known === null && keyNames(dataDir).includes('access.json')
  if (hadAccounts && !(await hasAccounts(databases.main))) throw otherDatabase(dataDir, 'nøkler')

  const mark = { id: known ?? randomUUID(), ...ours }
  if (!folderMark) writeFolderMark(dataDir, { ...mark, isComplete: false, keys: [] })
  for (const each of found)
    if (each.mark === null || isOlder(each.mark)) await each.part.write(mark)
  const now: FolderMark = { ...mark, isComplete: true, keys: keyNames(dataDir) }
  if (JSON.stringify(now) !== JSON.stringify(folderMark)) writeFolderMark(dataDir, now)
}

/**
 * Refuses parts that are missing or belong to another installation or a newer release. Call `confirm` once the
 * databases are reachable.
 * @throws a message for the operator, here and in `confirm`.
 */
export const openInstallation = async (options: Options) => {
  const { dataDir } = options
  const folderMark = readFolderMark(dataDir)
  const state = { ...options, folderMark }
  checkFolder(state)
  const folder: Part = {
    name: `Datamappen ${dataDir}`,
    read: async () => folderMark,
    write: async () => undefined, // confirm() writes it
  }
  const folders = [keysIn(dataDir), join(dataDir, 'files')].map(folderPart)
  const found = await find([folder, ...folders])
  check(found, state)
  return { confirm: (databases: Databases) => confirm(state, found, databases) }
}
