import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A secret of this installation, made once and kept in `{DATA_DIR}/keys`. */
export const keptKey = async (dataDir: string, name: string): Promise<Buffer> => {
  const folder = join(dataDir, 'keys')
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(path, randomBytes(32), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = await readFile(path)
  if (key.length !== 32) throw new Error(`The key ${path} is damaged`)
  return key
}
