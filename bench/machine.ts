import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

const file = '/proc/stat'

/** The first eight numbers only: the later ones are included in them (proc_stat(5)). */
const ticks = () => {
  const [line = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, one) => sum + one, 0), stolen: times[7] ?? 0 }
}

let before = ticks()

/** A high share of time stolen by other virtual machines explains slow figures. */
export const machine = (): string => {
  const now = ticks()
  const all = now.all - before.all
  const stolen = all > 0 ? (100 * (now.stolen - before.stolen)) / all : 0
  before = now
  const load = loadavg().map((one) => one.toFixed(1))
  return `load ${load.join(' ')}, ${Math.round(stolen)} % stolen`
}
