import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Beside the cluster: a pipe that each process of a server holds open, so that the kernel knows of any that is left. */
const pipeOf = (cluster: string) => join(cluster, '..', 'alive')

/** To be handed on to the server, and closed here. */
export const openSignOfLife = (cluster: string): number => {
  const pipe = pipeOf(cluster)
  if (!existsSync(pipe)) execFileSync('mkfifo', ['-m', '600', pipe])
  return openSync(pipe, O_RDONLY | O_NONBLOCK)
}

/** Whether a server runs on the data, be it in another container or namespace, where its number says nothing. */
export const isServed = (cluster: string): boolean => {
  try {
    closeSync(openSync(pipeOf(cluster), O_WRONLY | O_NONBLOCK))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENXIO' || code === 'ENOENT') return false
    throw error
  }
}

/** @throws if it is still served after so many milliseconds. */
export const untilUnserved = async (
  cluster: string,
  within: number,
  say: (text: string) => void,
): Promise<void> => {
  if (isServed(cluster)) say('Venter på at databasen fra forrige kjøring avslutter')
  for (const end = Date.now() + within; isServed(cluster); await sleep(50))
    if (Date.now() > end)
      throw new Error(
        `En Postgres går fortsatt på ${cluster}, kanskje i en annen container. Stopp den først.`,
      )
}
