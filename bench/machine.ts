import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

const file = '/proc/stat'

/** Ticks of all processors: the eight first numbers are those that exclude each other (proc_stat(5)). */
const ticks = () => {
  const [line = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, one) => sum + one, 0), stolen: times[7] ?? 0 }
}

let before = ticks()

/**
 * The load, and what share of the processors' time since the last call the host of a virtual machine gave
 * to others: what took longer for it was not the fault of what was measured.
 */
export const machine = (): string => {
  const now = ticks()
  const all = now.all - before.all
  const stolen = all > 0 ? (100 * (now.stolen - before.stolen)) / all : 0
  before = now
  const load = loadavg().map((one) => one.toFixed(1))
  return `load ${load.join(' ')}, ${Math.round(stolen)} % stolen`
}
