import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceIn } from '#kernel/disk.ts'
import { startSystem } from '../../blackbox/system.ts'

const MB = 1024 * 1024

/** Runs what follows where the folder is a disk of its own, which nobody else sees and which goes with it. */
const onDisk = (folder: string, megabytes: number): readonly string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=700 none "$1" && shift && exec "$@"`,
  'sh',
  folder,
]

/** Why there can be no small disk here; null if there can. */
export const noSmallDisk = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'stykkliste-disk-'))
  const [command, ...args] = [...onDisk(folder, 1), 'true']
  const { status } = spawnSync(command, args)
  rmSync(folder, { recursive: true })
  return status === 0 ? null : 'Mounting a disk of its own is not permitted here.'
}

/** The whole system on a disk of so many MB, which goes with it. */
export const startOnSmallDisk = async (megabytes: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stykkliste-disk-'))
  const system = await startSystem(dataDir, {}, onDisk(dataDir, megabytes))
  const inside = join('/proc', String(system.pid), 'root', dataDir)
  const filler = join(inside, 'filler')
  const free = async () => (await spaceIn(inside)).free
  return {
    ...system,
    /** The data folder as this process sees it. */
    inside,
    /** What another program writes, until so many MB are left. */
    fill: async (left: number): Promise<void> => {
      const file = await open(filler, 'a')
      try {
        const block = Buffer.alloc(MB / 4, 1)
        while ((await free()) > left * MB) await file.write(block)
      } catch (error) {
        // As full as it gets.
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
