import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import type { FileResult } from './test-file.ts'

const all = ['{services,contracts,infra,web}/**/*.test.{ts,tsx}', '*.test.ts']
const isHeavy = (file: string) => /^infra\/testing\/(browser|blackbox)\//.test(file)

const isShared = (file: string) => /^infra\/testing\/(browser|blackbox\/shared)\//.test(file)
/** Tests that measure the memory or connections of their process, or are skipped without Go. */
const isAlone = /\/(unread-answers|queues|changed-notice|audit\/go)\.test/
const needsOwnProcess = (file: string) =>
  (isHeavy(file) && !isShared(file)) || !file.includes('/') || isAlone.test(file)
const maxGroupSize = (file: string) => (isShared(file) ? Infinity : 32)

const groupKey = (file: string) => {
  if (isShared(file)) return 'shared system'
  const [top, part, inPart] = file.split('/')
  return `${/services|infra/.test(top!) && inPart ? `${top}/${part}` : top}${extname(file)}`
}

/** Grouped, since loading their modules takes longer than testing. */
export const groupsOf = (files: readonly string[]): string[][] => {
  const open = new Map<string, string[]>()
  return files.flatMap((file) => {
    if (needsOwnProcess(file)) return [[file]]
    const others = open.get(groupKey(file))
    if (others && others.length < maxGroupSize(file)) {
      others.push(file)
      return []
    }
    const group = [file]
    open.set(groupKey(file), group)
    return [group]
  })
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** A pattern is a file, a folder or a glob. */
export const testFiles = (patterns: readonly string[]): string[] => {
  const files = (patterns.length ? patterns : all).flatMap((pattern) => {
    const found = globSync(isFolder(pattern) ? `${pattern}/**/*.test.{ts,tsx}` : pattern)
    if (found.length === 0) throw new Error(`No test file is called ${pattern}.`)
    return found
  })
  const named = [...new Set(files)].toSorted()
  // Browser tests first: the slowest files must not start last.
  return [...named.filter(isHeavy).toReversed(), ...named.filter((file) => !isHeavy(file))]
}

/** Two more than the processors, since tests mostly wait. */
export const workers = Math.min(availableParallelism(), 4) + 2

/**
 * One worker takes the heavy files from the front and the others work from the back, so that whole systems rarely run
 * at once: with two, a whole run takes a tenth more processor time, and no less by the clock.
 */
export const runTests = async (
  files: readonly string[],
  run: (files: readonly string[], worker: number) => Promise<FileResult>,
  signal: AbortSignal,
): Promise<FileResult[]> => {
  const waiting = groupsOf(files)
  const results: FileResult[] = []
  const front = () => waiting.shift()
  const back = () => waiting.pop()
  const work = async (take: typeof front, worker: number): Promise<void> => {
    for (let files = take(); files && !signal.aborted; files = take())
      results.push(await run(files, worker))
  }
  await Promise.all(Array.from({ length: workers }, (_, at) => work(at === 0 ? front : back, at)))
  signal.throwIfAborted()
  return results
}
