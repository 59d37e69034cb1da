import { fork } from 'node:child_process'
import { once } from 'node:events'
import { machine } from '#bench/machine.ts'
import { argumentsOf } from '#infra/arguments.ts'
import { parts } from '#infra/supervisor/services.ts'
import { bom } from './bom.ts'
import { commands } from './commands.ts'
import { isBelow, rowText, type Benchmark, type Row } from './frame.ts'
import { imports } from './import.ts'
import { lists } from './lists.ts'
import { mixed } from './mixed.ts'
import { refill } from './refill.ts'
import { search } from './search.ts'
import { store } from './store.ts'
import { web } from './web.ts'

const benchmarks: Readonly<Record<string, Benchmark>> = {
  commands,
  import: imports,
  store,
  refill,
  bom,
  lists,
  search,
  web,
  mixed,
}
const table = ['commands', 'import', 'store', 'bom M', 'bom L', 'lists', 'search', 'web']

/** Runs in a child process, so that the memory measured is its own. `bom` gets the heap limits of the projector. */
const run = async (name: string, args: readonly string[]): Promise<readonly Row[]> => {
  const execArgv = name === 'bom' ? parts.projector.heap.split(' ') : []
  const child = fork(import.meta.filename, ['--alone', name, ...args], { execArgv })
  const ended = once(child, 'exit')
  const [rows] = await Promise.race([once(child, 'message'), ended.then(() => [null])])
  await ended
  if (rows === null) throw new Error(`${name} did not come to its end`)
  return rows as readonly Row[]
}

const report = async (named: readonly string[]): Promise<void> => {
  const missed: string[] = []
  console.log(`Node ${process.version}, ${machine()}`)
  console.log('| | ours | reference | ratio | at least |\n|---|---|---|---|---|')
  for (const one of named) {
    const [name = '', ...args] = one.split(' ')
    for (const row of await run(name, args)) {
      console.log(rowText(row))
      if (isBelow(row)) missed.push(row.what)
    }
  }
  console.log(`\n${machine()}; ${missed.length} floors missed`)
  process.exitCode = missed.length > 0 ? 1 : 0
}

const usage = `Bruk: npm run bench -- [${Object.keys(benchmarks).join(' | ')}] [...]
Uten navn: ${table.join(', ')}.`
const { values, words } = argumentsOf(usage, { alone: { type: 'boolean' } }, Infinity)
const [name, ...args] = words
if (name !== undefined && !(name in benchmarks)) {
  console.error(`There is no benchmark called ${name}.\n\n${usage}`)
  process.exit(1)
}
if (values.alone) {
  process.send!(await benchmarks[name!]!(args))
  process.disconnect()
  process.exit()
}
await report(name === undefined ? table : [words.join(' ')])
