import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceIn } from '#kernel/disk.ts'
import { isAlive } from '../postgres/processes.ts'

const inMemory = '/dev/shm'
/** More bytes than a test run ever uses at once. */
const minBytes = 4 * 1024 ** 3

const hasRoom = async (): Promise<boolean> =>
  existsSync(inMemory) &&
  process.availableMemory() > 2 * minBytes &&
  (await spaceIn(inMemory)).free > minBytes

const ofRun = /^stykkliste-run-(\d+)-/

export const removeStaleFolders = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = Number(ofRun.exec(name)?.[1] ?? process.pid)
    if (!isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** In memory if there is room: creating hundreds of thousands of files on a disk takes minutes of processor time. */
export const withTestFolder = async (run: () => Promise<void>): Promise<void> => {
  const parent = (await hasRoom()) ? inMemory : tmpdir()
  removeStaleFolders(parent)
  const folder = mkdtempSync(join(parent, `stykkliste-run-${process.pid}-`))
  // Writable for all, like /tmp, because some tests run programs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  try {
    await run()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
