import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'tap'

const root = `${import.meta.dirname}/`
// Tests, and what belongs to the workbench rather than to the product.
const isTest = (file: string) => /(\.test\.tsx?$|\/testing\/|vite\.config\.ts$)/.test(file)
const sourcesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !isTest(file))
const rooms = ['contracts', 'services', 'web', 'infra', 'bench']
const importsOf = (file: string) =>
  [...readFileSync(root + file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, from]) => from!,
  )

/** Which parts of the project a folder may not import. Packages are checked where they matter most. */
const forbidden: Record<string, RegExp> = {
  contracts: /^(#(?!contracts)|\.\.\/\.\.\/(services|web|infra)|node:|(?!zod$|big\.js$)[a-z@])/,
  'services/kernel': /^#(command|projector|web)/,
  'services/import': /^#(?!contracts|kernel)/,
  'services/audit': /^#(?!contracts|kernel|audit)/,
  'services/command': /^#(projector|web)/,
  'services/projector': /^#(command|web)/,
  web: /^(#(command|projector|infra)|node:|fastify|slonik|pg$|@eventstore)/,
  'services/gateway': /^#(command|projector|web)/,
  'infra/eventstore': /^#(command|projector|web)/,
}

for (const [folder, pattern] of Object.entries(forbidden))
  test(`${folder} imports only what it may`, async (t) => {
    const sources = sourcesIn(folder)
    t.ok(sources.length > 0, `${folder} holds sources`)
    for (const file of sources)
      t.same(
        importsOf(file).filter((from) => pattern.test(from)),
        [],
        file,
      )
  })

test('what decides, evolves and projects is pure: no store, no database, no HTTP, no clock', async (t) => {
  const pure = globSync('services/command/**/{*decider*,structure}.ts', { cwd: root }).filter(
    (f) => !isTest(f),
  )
  t.ok(pure.length > 0)
  for (const file of pure) {
    t.same(
      importsOf(file).filter((from) => /^(fastify|slonik|pg|node:|@eventstore)/.test(from)),
      [],
      file,
    )
    t.notMatch(readFileSync(root + file, 'utf8'), /Date\.now\(|new Date\(\)|Math\.random/, file)
  }
})

test('all traffic with the event store goes through one adapter', async (t) => {
  const users = rooms
    .filter((room) => room !== 'bench')
    .flatMap(sourcesIn)
    .filter((file) => importsOf(file).some((from) => from.startsWith('@eventstore/db-client')))
  t.same(
    users.filter((file) => !file.startsWith('infra/eventstore/')),
    [],
  )
})

/**
 * Folders and loose files of a room, from low to high: who stands in a row imports only from rows
 * before it. What is not named here may stand anywhere, but no room may hold a circle.
 */
const layers: Record<string, readonly string[]> = {
  '.': ['contracts', 'services web', 'infra', 'bench'],
  web: [
    'lib',
    'session fields',
    'form history',
    'csv-import',
    'bulk',
    'catalogue',
    'access assemblies components dashboard journal manufacturers motors projects purchasing sensors suppliers',
    'shell',
    'main.tsx',
  ],
  'web/assemblies': ['shared', 'list manage bom'],
  services: ['kernel graph', 'import audit', 'command projector access', 'gateway'],
  'services/audit': ['tables.ts tree', 'notes', 'verify places', 'audit.ts', 'export routes.ts'],
  'services/import': [
    'commands.ts importable.ts',
    'csv',
    'xlsx nelfo bulk',
    'store',
    'rows',
    'jobs',
    'routes',
    'import-service.ts',
  ],
  'services/command': [
    'kernel',
    'model',
    'item',
    'structure',
    'catalogue',
    'assembly objects',
    'commands.ts',
    'service.ts',
  ],
}

const aliases = Object.entries(
  (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { imports: Record<string, string> })
    .imports,
).map(([alias, path]) => [alias.slice(0, -1), path.slice(2, -1)] as const)

const targetOf = (file: string, from: string): string | undefined => {
  if (from.startsWith('.')) return posix.join(posix.dirname(file), from)
  const alias = aliases.find(([name]) => from.startsWith(name))
  return alias && alias[1] + from.slice(alias[0].length)
}

const inRoom = (room: string, path: string) =>
  room === '.' ? path : path.startsWith(`${room}/`) ? path.slice(room.length + 1) : undefined

type Arrow = { readonly from: string; readonly to: string; readonly by: string }

/** Between the folders and the loose files of one folder. */
const arrowsIn = (room: string, imports: readonly Arrow[]): Arrow[] =>
  imports.flatMap(({ from, to, by }) => {
    const [a, b] = [from, to].map((path) => inRoom(room, path)?.split('/')[0])
    return a && b && a !== b ? [{ from: a, to: b, by }] : []
  })

const isUp = (rows: readonly string[], { from, to }: Arrow): boolean => {
  const rowOf = (name: string) => rows.findIndex((row) => row.split(' ').includes(name))
  return rowOf(from) >= 0 && rowOf(to) >= rowOf(from)
}

/** Those that lead back to where they start. */
const circling = (arrows: readonly Arrow[]): Arrow[] => {
  const next = Map.groupBy(arrows, ({ from }) => from)
  const reach = (start: string): Set<string> => {
    const reached = new Set([start])
    for (const node of reached) for (const { to } of next.get(node) ?? []) reached.add(to)
    return reached
  }
  return arrows.filter(({ from, to }) => reach(to).has(from))
}

/** An arrow once, with one of the imports that draw it. */
const named = (room: string, arrows: readonly Arrow[]): string[] => {
  const prefix = room === '.' ? '' : `${room}/`
  const pairs = Map.groupBy(arrows, ({ from, to }) => `${prefix}${from} -> ${prefix}${to}`)
  return [...pairs].map(([pair, [one]]) => `${pair} (${one!.by})`)
}

test('no import runs from a lower layer to a higher one, and no folders import each other', async (t) => {
  const sources = rooms.flatMap(sourcesIn)
  const imports = sources.flatMap((from) =>
    importsOf(from).flatMap((name) => {
      const to = targetOf(from, name)
      return to ? [{ from, to, by: `${from} imports ${to}` }] : []
    }),
  )
  const folders = sources.flatMap((file) => {
    const parts = file.split('/').slice(0, -1)
    return ['.', ...parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))]
  })
  for (const folder of [...new Set(folders)].toSorted()) {
    const rows = layers[folder] ?? []
    const arrows = arrowsIn(folder, imports)
    const up = arrows.filter((arrow) => isUp(rows, arrow))
    t.same(named(folder, up), [], `nothing in ${folder} runs up`)
    t.same(named(folder, circling(arrows)), [], `no circle in ${folder}`)
  }
})

test('files that the docs name are there', async (t) => {
  const files = globSync(`{*,{${rooms.join()}}/**/*}.{ts,tsx,mjs,sh,yml,go}`, { cwd: root })
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`))
  // An entity that there is not: the example of how to add one.
  const isExample = (name: string) => name.includes('cable')
  for (const page of globSync('{README.md,docs/**/*.md}', { cwd: root })) {
    const text = readFileSync(root + page, 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|sh|yml|go))`/g)].map(
      ([, name]) => name!,
    )
    t.same(
      named.filter((name) => !isThere(name) && !isExample(name)),
      [],
      page,
    )
  }
})
