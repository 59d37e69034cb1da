import { globSync, readFileSync } from 'node:fs'
import { test } from 'tap'

const root = `${import.meta.dirname}/`
// Tests, and what belongs to the workbench rather than to the product.
const isTest = (file: string) => /(\.test\.tsx?$|\/testing?\/|\/e2e\/|vite\.config\.ts$)/.test(file)
const sourcesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !isTest(file))
const importsOf = (file: string) =>
  [...readFileSync(root + file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, from]) => from!,
  )

/** Which parts of the project a folder may not import. Packages are checked where they matter most. */
const forbidden: Record<string, RegExp> = {
  contracts:
    /^(#(?!contracts)|\.\.\/\.\.\/(services|web|infra)|node:|(?!zod$|big\.js$|papaparse$)[a-z@])/,
  'services/kernel': /^#(command|projector|web)/,
  'services/command': /^#(projector|web)/,
  'services/projector': /^#(command|web)/,
  web: /^(#(command|projector|infra)|node:|fastify|slonik|pg$|@eventstore)/,
  'infra/gateway': /^#(command|projector|web)/,
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
  const pure = globSync('services/command/**/*decider*.ts', { cwd: root }).filter((f) => !isTest(f))
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
  const users = ['services', 'web', 'infra', 'contracts']
    .flatMap(sourcesIn)
    .filter((file) => importsOf(file).some((from) => from.startsWith('@eventstore/db-client')))
  t.same(
    users.filter((file) => !file.startsWith('infra/eventstore/')),
    [],
  )
})
