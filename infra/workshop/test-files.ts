import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { FileResult } from './test-file.ts'

const all = ['{services,contracts,infra,web}/**/*.test.{ts,tsx}', '*.test.ts']
/** Each of these files starts the whole system, often with a browser. */
const isHeavy = (file: string) => /(^|\/)(browser|blackbox)\//.test(file)

/** The files that the patterns name, or all of them; those that take longest first. */
export const testFiles = (patterns: readonly string[]): string[] => {
  const files = (patterns.length ? patterns : all).flatMap((pattern) => {
    const found = globSync(pattern)
    if (found.length === 0) throw new Error(`No test file is called ${pattern}.`)
    return found
  })
  const named = [...new Set(files)].toSorted()
  // Those with a browser before the other systems: what begins last shall not be what lasts longest.
  return [...named.filter(isHeavy).toReversed(), ...named.filter((file) => !isHeavy(file))]
}

/**
 * Runs files side by side, two more than there are processors, since they wait much: one worker takes the heavy
 * ones from the front, the others take from the back, so that whole systems seldom run at once.
 */
export const runTests = async (
  files: readonly string[],
  run: (file: string) => Promise<FileResult>,
  signal: AbortSignal,
): Promise<FileResult[]> => {
  const waiting = [...files]
  const results: FileResult[] = []
  const work = async (take: () => string | undefined): Promise<void> => {
    for (let file = take(); file && !signal.aborted; file = take()) results.push(await run(file))
  }
  const back = () => waiting.pop()
  const others = Math.min(availableParallelism(), 4) + 1
  await Promise.all([
    work(() => waiting.shift()),
    ...Array.from({ length: others }, () => work(back)),
  ])
  signal.throwIfAborted()
  return results
}
