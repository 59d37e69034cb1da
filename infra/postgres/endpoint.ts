import { hash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The shortest limit of all platforms for a socket's path. */
const longestPath = 103
const longestName = '/.s.PGSQL.65535'

/** In a shared temp folder another user may have created the same name, so check the owner. */
const ownFolder = (path: string, owner: number): string => {
  try {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, owner, owner)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const { mode, uid } = lstatSync(path)
  if ((mode & 0o170077) === 0o040000 && uid === owner) return path
  throw new Error(`Mappen ${path} skulle være databasens alene. Fjern den, og start igjen.`)
}

/** The socket is in a short temp folder if the path would be too long. */
export const endpointFor = (folder: string, owner: number) => {
  const digest = hash('sha256', folder).slice(0, 16)
  const isShort = Buffer.byteLength(folder + longestName) <= longestPath
  const path = isShort ? folder : ownFolder(join(tmpdir(), `stykkliste-${digest}`), owner)
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${path.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    host: encodeURIComponent(path),
  }
}

export type Endpoint = Readonly<ReturnType<typeof endpointFor>>
