import { DiskFull, type Disk } from '../disk.ts'

export const unlimitedDisk: Disk = {
  problem: () => null,
  mustHaveRoom: () => undefined,
  setAside: async () => () => undefined,
  stop: () => undefined,
}

export const lowOnSpace = 'Lite diskplass på serveren. Endringer tas ikke imot før det er ryddet.'

export const createFillingDisk = (): Disk & { readonly fill: (isFull: boolean) => void } => {
  let isFull = false
  return {
    ...unlimitedDisk,
    fill: (now) => void (isFull = now),
    problem: () => (isFull ? lowOnSpace : null),
    mustHaveRoom: () => {
      if (isFull) throw new DiskFull(lowOnSpace)
    },
  }
}
