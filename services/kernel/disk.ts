import { statfs } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contracts/refusals.ts'
import { Refused } from './refused.ts'

const MB = 1024 * 1024

// What must stay free in bytes: room for what is still written after commands are refused,
// which is Postgres' WAL (walOf), pending events in the read tables, and logs.
export const reserveOf = (size: number): number => Math.min(512 * MB, size / 4)

/** Maximum size of Postgres' WAL, which needs at least two files of 16 MB. */
export const walOf = (size: number): number => Math.max(32 * MB, reserveOf(size) / 2)

export type Space = { readonly size: number; readonly free: number }

export const spaceIn = async (folder: string): Promise<Space> => {
  const { bavail, bsize, blocks } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}

const lowOnSpace = 'Lite diskplass på serveren. Endringer tas ikke imot før det er ryddet.'
const noRoomForFile = 'Det er ikke plass til filen på serveren akkurat nå.'

export class DiskFull extends Refused {
  constructor(text: string = noRoomForFile) {
    super(refuse('UNAVAILABLE', text))
  }
}

export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const lookEvery = 1_000

// Refuses changes before the disk is full: Postgres stops when it cannot write, and then queries fail too.
export const watchDisk = async (folder: string) => {
  let isLow = false
  let reserved = 0
  const roomIn = ({ size, free }: Space) => free - reserveOf(size)
  const look = async () => {
    isLow = roomIn(await spaceIn(folder)) < 0
  }
  await look()
  const timer = setInterval(() => void look().catch(() => (isLow = true)), lookEvery).unref()
  return {
    problem: (): string | null => (isLow ? lowOnSpace : null),
    mustHaveRoom: (): void => {
      if (isLow) throw new DiskFull(lowOnSpace)
    },
    /** Reserves space for an upload until the returned function is called. @throws DiskFull */
    setAside: async (bytes: number): Promise<() => void> => {
      const before = reserved
      reserved += bytes
      const release = () => void (reserved -= bytes)
      const room = await spaceIn(folder).then(roomIn, () => 0)
      if (room - before >= bytes) return release
      release()
      throw new DiskFull()
    },
    stop: (): void => clearInterval(timer),
  }
}

export type Disk = Readonly<Awaited<ReturnType<typeof watchDisk>>>

/** Hook of upload routes: reserves the announced size, or the maximum, for the time of the request. */
export const roomForBody =
  (disk: Disk, most: number) =>
  async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isUnsaid = headers['transfer-encoding'] !== undefined
    const announced = isUnsaid ? most : Number(headers['content-length'] ?? 0)
    const release = await disk.setAside(announced)
    reply.raw.once('close', release)
  }
