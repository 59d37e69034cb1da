import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
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

/**
 * Runs with a folder of its own for what tests write, gone at the end: in memory where there is room. They make and
 * remove files by the hundred thousand, for which a disk may take minutes of processor.
 */
export const withTestFolder = async (run: () => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join((await hasRoom()) ? inMemory : tmpdir(), 'stykkliste-'))
  // As the common one is: some tests run programs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  try {
    await run()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
