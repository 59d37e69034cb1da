import { accessSync, chmodSync, constants, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from './make-folders.ts'

const files = ['ballast', 'children.json', 'installation.json', 'lock', 'lock.db', 'run.json']
/** Older releases left them readable to others. Postgres protects its own. */
const formerlyReadable = ['files', 'files-bin', 'imports', 'incoming', 'keys', 'logs']
const folders = [...formerlyReadable, 'postgres']

const makePrivate = (path: string): void => {
  const isFolder = statSync(path).isDirectory()
  for (const name of isFolder ? readdirSync(path) : []) makePrivate(join(path, name))
  chmodSync(path, isFolder ? 0o700 : 0o600)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

const make = (folder: string): void => {
  try {
    makeFolders(folder)
  } catch (cause) {
    throw new Error(
      `Datamappen ${folder} kan ikke brukes eller lages (${codeOf(cause)}). Velg en annen med DATA_DIR, ` +
        'eller lag den, og gi den til brukeren som starter.',
      { cause },
    )
  }
}

const requireAccess = (path: string, folder: string): void => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (cause) {
    const code = codeOf(cause)
    // Gone by now.
    if (code === 'ENOENT') return
    const who = process.getuid?.() ?? 'den som starter'
    throw new Error(
      `${path} kan ikke leses og skrives (${code}). Start som brukeren som eier datamappen, ` +
        `eller gi mappen til bruker ${who} med chown -R ${who} ${folder}. Ingenting er endret.`,
      { cause },
    )
  }
}

/** Files of another user would else seem missing or damaged. Uploads and the database itself are too many to look at. */
const requireAccessToAll = (folder: string): void => {
  requireAccess(folder, folder)
  for (const name of readdirSync(folder).filter((found) =>
    [...folders, ...files].includes(found),
  )) {
    const path = join(folder, name)
    requireAccess(path, folder)
    if (folders.includes(name))
      for (const inside of readdirSync(path)) requireAccess(join(path, inside), folder)
  }
}

/** Changes the folder's own mode last, so that an interrupted run is repeated. */
export const ensurePrivateFolder = (folder: string): void => {
  process.umask(0o077)
  make(folder)
  const { mode, uid } = statSync(folder)
  if (mode & 0o1000) throw new Error(`${folder} deles med andre. Velg en egen mappe med DATA_DIR.`)
  requireAccessToAll(folder)
  if ((mode & 0o777) === 0o700) return
  const user = process.getuid?.()
  if (user !== 0 && user !== uid)
    return console.error(
      `${folder} tilhører en annen bruker, som må lukke den for andre: chmod 700.`,
    )
  for (const name of readdirSync(folder))
    if (formerlyReadable.includes(name)) makePrivate(join(folder, name))
  chmodSync(folder, 0o700)
}
