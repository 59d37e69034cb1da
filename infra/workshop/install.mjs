// Runs under whatever Node the machine has, before anything is installed: plain JavaScript, no packages.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const forTests = process.argv[2] === 'test'
const stamp = join(root, 'node_modules', '.stykkliste-installed')

// With the development packages everything needed for `npm start` is there too.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const [hash, scope] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
const complete = hash === wanted && (scope === 'all' || !forTests)

const fail = (text) => {
  console.error(text)
  process.exit(1)
}

/** Runs a command, says every few seconds that it is still at work, and shows its output if it fails. */
const run = (text, command, args) =>
  new Promise((resolve) => {
    const started = Date.now()
    const seconds = () => Math.round((Date.now() - started) / 1000)
    console.log(`${text} ...`)
    const child = spawn(command, args, { cwd: root, shell: process.platform === 'win32' })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    const ticker = setInterval(() => console.log(`${text} ... ${seconds()} s`), 4000)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal))
    child.on('error', (error) => fail(`${command} kunne ikke startes: ${error.message}`))
    child.on('close', (code) => {
      clearInterval(ticker)
      if (code !== 0) fail(`${output}\n«${command} ${args.join(' ')}» feilet (${code}).`)
      console.log(`${text}: ferdig på ${seconds()} s`)
      resolve()
    })
  })

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 eller nyere trengs. Dette er Node ${process.versions.node}.`)

if (!complete) {
  rmSync(stamp, { force: true })
  const omit = forTests ? '--include=dev' : '--omit=dev'
  const flags = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await run('Installerer pakker', 'npm', ['ci', omit, ...flags])
  const node = join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(node) && major < 24)
    fail(
      'Node 24 kunne ikke hentes som npm-pakke. Sjekk nettet, eller installer Node 24 og prøv igjen.',
    )
  if (forTests)
    await run('Bygger testverktøyet', join(root, 'node_modules', '.bin', 'tap'), ['build'])
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stamp, `${wanted} ${forTests ? 'all' : 'production'}`)
}
