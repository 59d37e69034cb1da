import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'tap'
import { root } from './configuration.ts'
import { buildWebApp } from './web-app.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

const outDir = join(root, 'web', 'dist')
process.umask(0o077)
await buildWebApp()
const manifest = JSON.parse(
  readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8'),
) as Manifest

/** A chunk and all chunks it imports statically. */
const needed = (key: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const other of manifest[key]?.imports ?? []) needed(other, seen)
  return seen
}
const kilobytes = (keys: Iterable<string>): number => {
  const files = new Set([...keys].map((key) => manifest[key]!.file))
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(outDir, file))).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

const screens = (manifest['index.html']?.dynamicImports ?? []).filter((key) =>
  key.endsWith('-screen.tsx'),
)
const dashboard = 'dashboard/dashboard-screen.tsx'
const first = new Set([...needed('index.html'), ...needed(dashboard)])

test('the first page needs at most 120 kB of compressed JavaScript', async (t) => {
  const size = kilobytes(first)
  t.ok(size <= 120, `${size.toFixed(1)} kB`)
})

test('every other screen needs at most 90 kB more', async (t) => {
  t.ok(screens.length >= 8, `${screens.length} screens are chunks of their own`)
  for (const screen of screens) {
    const size = kilobytes([...needed(screen)].filter((key) => !first.has(key)))
    t.ok(size <= 90, `${screen}: ${size.toFixed(1)} kB`)
  }
})

test('the page has no script and no style of its own, which the CSP would stop', async (t) => {
  const page = readFileSync(join(outDir, 'index.html'), 'utf8')
  t.notMatch(page, /<style|style=|<script(?![^>]*src=)|\son\w+=/)
  t.match(page, /<html lang="nb">/)
})

test('every user can read the web app, also without rights to build it', async (t) => {
  const entries = readdirSync(outDir, { recursive: true, encoding: 'utf8' })
  const closed = ['.', ...entries].filter((name) => !(statSync(join(outDir, name)).mode & 0o004))
  t.same(closed, [])
})
