import { chmod, lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Gives everything in a copy the owner and the rights of its original: Postgres minds both. */
export const copyOwners = async (original: string, copy: string): Promise<void> => {
  const asRoot = process.getuid?.() === 0
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const { uid, gid, mode } = await lstat(join(original, path.slice(copy.length)))
    if (asRoot) await lchown(path, uid, gid)
    if (!entry.isSymbolicLink()) await chmod(path, mode)
  }
}
