import { readFileSync } from 'node:fs'
import { test } from 'tap'

type Package = { version?: string; optionalDependencies?: Record<string, string> }
const root = new URL('../../', import.meta.url)
const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
  packages: Record<string, Package>
}
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')
const installed = Object.entries(lock.packages).map(([path, { version }]) => [
  nameOf(path),
  version!,
])

// npm silently omits a platform's binary that the registry lacked on the day of the install.
test('the lockfile contains the binaries of every platform', async (t) => {
  const names = new Set(installed.map(([name]) => name))
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${nameOf(path)} lacks ${name}`),
  )
  t.same(missing, [])
})

/** The oldest versions without known vulnerabilities. */
const floors: Record<string, string> = {
  fastify: '5.12.1',
  '@fastify/multipart': '10.1.9',
  '@fastify/busboy': '3.2.1',
  '@fastify/static': '10.1.4',
  '@fastify/proxy-addr': '5.1.1',
  '@fastify/secure-session': '8.4.0',
  '@grpc/grpc-js': '1.14.4',
  papaparse: '5.7.1',
}

const isAtLeast = (version: string, floor: string) => {
  const [a, b] = [version, floor].map((text) => text.split('.').map(Number))
  const differs = a!.findIndex((part, index) => part !== b![index])
  return differs < 0 || a![differs]! > b![differs]!
}

test('every package has the fixes of known vulnerabilities', async (t) => {
  for (const [name, floor] of Object.entries(floors)) {
    const versions = installed.filter(([installedName]) => installedName === name)
    t.ok(versions.length > 0, `${name} is installed`)
    for (const [, version] of versions) t.ok(isAtLeast(version!, floor), `${name} ${version}`)
  }
})
