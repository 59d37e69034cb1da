import { median, percentile } from './statistics.ts'
import type { Ledger } from './ledger.ts'
import type { Outcome, Round } from './run.ts'

const seconds = (times: readonly (number | null)[]): string => {
  const seen = times.filter((time) => time !== null)
  if (seen.length === 0) return 'never ill'
  return `${(median(seen) / 1000).toFixed(1)} s, worst ${(Math.max(...seen) / 1000).toFixed(1)} s`
}

const ofFault = (fault: string, rounds: readonly Round[]): string => {
  const those = rounds.filter((round) => round.fault === fault)
  const [known, well] = [those.map((round) => round.known), those.map((round) => round.well)]
  return `${fault.padEnd(22)} x${those.length}  known ${seconds(known).padEnd(22)} well ${seconds(well)}`
}

const timesOf = (times: Ledger['times']): string[] =>
  [...times].map(([kind, all]) => {
    const [p50, p99] = [percentile(all, 0.5), percentile(all, 0.99)]
    const worst = all.reduce((most, one) => Math.max(most, one), 0)
    return `${kind.padEnd(8)} ${all.length} answers, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
  })

export const report = ({ rounds, ledger, faults }: Outcome) => {
  const { records, stale, marked, statuses, times } = ledger
  const acknowledged = [...records.values()].reduce((sum, { commands }) => sum + commands, 0)
  return [
    ...[...new Set(rounds.map(({ fault }) => fault))].map((fault) => ofFault(fault, rounds)),
    ...timesOf(times),
    `answers: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}`,
    `${acknowledged} acknowledged commands; reads older than the reader's own write: ${marked} that said so, ${stale} that did not`,
    ...faults.slice(0, 30),
    `${faults.length} faults`,
  ].join('\n')
}
