import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceIn } from '#kernel/disk.ts'

const inMemory = '/dev/shm'
/** Bytes: more than a run ever holds at once. */
const enough = 4 * 1024 ** 3

const hasRoom = async (): Promise<boolean> =>
  existsSync(inMemory) &&
  process.availableMemory() > 2 * enough &&
  (await spaceIn(inMemory)).free > enough

const ofRun = /^stykkliste-run-(\d+)-/

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Of runs that were killed, and could not do it themselves. */
export const removeLeftFolders = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = Number(ofRun.exec(name)?.[1] ?? process.pid)
    if (!isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/**
 * Runs with a folder of its own for what tests write, gone at the end: in memory where there is room. They make and
 * remove files by the hundred thousand, for which a disk may take minutes of processor.
 */
export const withTestFolder = async (run: () => Promise<void>): Promise<void> => {
  const parent = (await hasRoom()) ? inMemory : tmpdir()
  removeLeftFolders(parent)
  const folder = mkdtempSync(join(parent, `stykkliste-run-${process.pid}-`))
  // As the common one is: some tests run programs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  try {
    await run()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
