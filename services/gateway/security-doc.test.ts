import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'

const root = join(import.meta.dirname, '..', '..')

const proofs = (): string[] =>
  readFileSync(join(root, 'docs', 'security.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) => [...line.matchAll(/"([^"]+)"$/g)].map(([, title]) => title!))

test('every test that docs/security.md names exists', async (t) => {
  const files = globSync('{infra,services,contracts,web}/**/*.test.{ts,tsx}', { cwd: root })
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const named = proofs()
  t.ok(named.length > 40, `${named.length} proofs`)
  for (const title of named) t.ok(sources.includes(`'${title}'`), title)
})
