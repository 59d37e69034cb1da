// Runs with any Node 20 or newer before packages are installed, so: plain JavaScript, no packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name) => join(root, 'node_modules', '.bin', name)
const forTests = process.argv[2] === 'test'
const stamp = join(root, 'node_modules', '.stykkliste-installed')
const lock = join(root, '.cache', 'install.lock')
const [major] = process.versions.node.split('.').map(Number)

const fail = (text) => {
  console.error(text)
  process.exit(1)
}

const run = (text, command, args) =>
  new Promise((resolve) => {
    const started = Date.now()
    const seconds = () => Math.round((Date.now() - started) / 1000)
    console.log(`${text} ...`)
    const child = spawn(command, args, { cwd: root })
    let output = ''
    let stopped = null
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    const ticker = setInterval(() => console.log(`${text} ... ${seconds()} s`), 4000)
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => {
        stopped = signal
        child.kill(signal)
      })
    child.on('error', (error) => fail(`${command} kunne ikke startes: ${error.message}`))
    child.on('close', (code) => {
      clearInterval(ticker)
      if (stopped) fail('Installasjonen ble avbrutt. Neste start tar den på nytt.')
      if (code !== 0) fail(`${output}\n«${command} ${args.join(' ')}» feilet (${code}).`)
      console.log(`${text}: ferdig på ${seconds()} s`)
      resolve()
    })
  })

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [])
const isComplete = () => {
  const [hash, scope] = installed()
  return hash === wanted && (scope === 'all' || !forTests) && existsSync(bin('node'))
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const tryLock = () => {
  try {
    mkdirSync(join(root, '.cache'), { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
      fail(
        `Pakkene må installeres, men ${root} kan ikke skrives (${error.code}). ` +
          'Start én gang som brukeren som eier mappen. Andre kan starte etterpå.',
      )
    if (error.code !== 'EEXIST') throw error
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    // An empty lock file was just created and counts as taken. The lock of a dead process is removed.
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
    return false
  }
}

const withLock = async (work) => {
  for (let waited = 0; !tryLock(); waited++) {
    if (waited % 16 === 0) console.log('Venter på en annen installasjon i samme mappe ...')
    await sleep(250)
  }
  process.once('exit', () => rmSync(lock, { force: true }))
  await work()
}

/** On platforms that the npm package `node` does not cover, link to the machine's own Node. */
const provideNode = () => {
  if (existsSync(bin('node'))) return
  if (major < 24)
    fail(
      'Node 24 kunne ikke hentes som npm-pakke. Sjekk nettet, eller installer Node 24 og prøv igjen.',
    )
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(process.execPath, bin('node'))
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

const setUpHooks = () => {
  if (!existsSync(join(root, '.git'))) return
  if (git('config', 'core.hooksPath').stdout?.trim() === '')
    git('config', 'core.hooksPath', '.githooks')
}

const install = async () => {
  if (isComplete()) return
  // `npm ci` deletes node_modules first, but another instance may be running from it.
  const [hash] = installed()
  const how = hash === wanted ? ['install', '--no-save'] : ['ci']
  // Keep development packages that are already there, also on `npm start`.
  const withDev = forTests || existsSync(bin('tap'))
  rmSync(stamp, { force: true })
  const omit = withDev ? '--include=dev' : '--omit=dev'
  const flags = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await run('Installerer pakker', 'npm', [...how, omit, ...flags])
  provideNode()
  if (withDev) {
    await run('Bygger testverktøyet', bin('tap'), ['build'])
    setUpHooks()
  }
  writeFileSync(stamp, `${wanted} ${withDev ? 'all' : 'production'}`)
}

if (major < 20) fail(`Node 20 eller nyere trengs. Dette er Node ${process.versions.node}.`)
if (!isComplete()) await withLock(install)
