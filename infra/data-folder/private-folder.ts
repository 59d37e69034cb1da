import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that older releases left readable to others. Postgres protects its own. */
const formerlyReadable = ['files', 'files-bin', 'imports', 'incoming', 'keys', 'logs']

const makePrivate = (path: string): void => {
  const isFolder = statSync(path).isDirectory()
  for (const name of isFolder ? readdirSync(path) : []) makePrivate(join(path, name))
  chmodSync(path, isFolder ? 0o700 : 0o600)
}

/** Changes the folder's own mode last, so that an interrupted run is repeated. */
export const ensurePrivateFolder = (folder: string): void => {
  process.umask(0o077)
  mkdirSync(folder, { recursive: true })
  const { mode, uid } = statSync(folder)
  if ((mode & 0o777) === 0o700) return
  if (mode & 0o1000) throw new Error(`${folder} deles med andre. Velg en egen mappe med DATA_DIR.`)
  const user = process.getuid?.()
  if (user !== 0 && user !== uid)
    return console.error(
      `${folder} tilhører en annen bruker, som må lukke den for andre: chmod 700.`,
    )
  for (const name of readdirSync(folder))
    if (formerlyReadable.includes(name)) makePrivate(join(folder, name))
  chmodSync(folder, 0o700)
}
