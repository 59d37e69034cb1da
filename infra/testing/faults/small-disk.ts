import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceIn } from '#kernel/disk.ts'
import { startSystem } from '../blackbox/system.ts'

const MB = 1024 * 1024

/** Mounts a tmpfs on the folder, in a mount namespace that ends with the command. */
const mountTmpfs = (folder: string, megabytes: number): readonly string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=700 none "$1" && shift && exec "$@"`,
  'sh',
  folder,
]

export const smallDiskProblem = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-disk-'))
  const [command, ...args] = [...mountTmpfs(folder, 1), 'true']
  const { status } = spawnSync(command, args)
  rmSync(folder, { recursive: true })
  return status === 0 ? null : 'Mounting a disk of its own is not permitted here.'
}

export const startOnSmallDisk = async (megabytes: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-disk-'))
  const system = await startSystem(dataDir, {}, mountTmpfs(dataDir, megabytes))
  const inside = join('/proc', String(system.pid), 'root', dataDir)
  const filler = join(inside, 'filler')
  const free = async () => (await spaceIn(inside)).free
  return {
    ...system,
    /** The data folder's path as seen from this process. */
    inside,
    fill: async (left: number): Promise<void> => {
      const file = await open(filler, 'a')
      try {
        const block = Buffer.alloc(MB / 4, 1)
        while ((await free()) > left * MB) await file.write(block)
      } catch (error) {
        // The disk is full already.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    clear: () => rm(filler, { force: true }),
    stop: async () => {
      await system.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type SmallDisk = Awaited<ReturnType<typeof startOnSmallDisk>>
