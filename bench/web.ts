import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { less, type Benchmark } from './frame.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

/** Compressed kilobytes of JavaScript of the first page, and of the largest screen in addition to it. */
export const web: Benchmark = async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'stykkliste-web-'))
  const configFile = join(import.meta.dirname, '../web/vite.config.ts')
  await build({ configFile, logLevel: 'error', build: { outDir } })
  const text = readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const needed = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(needed)]
  const kilobytes = (keys: Iterable<string>): number =>
    [...new Set(keys)]
      .map((key) => gzipSync(readFileSync(join(outDir, manifest[key]!.file))).length / 1000)
      .reduce((sum, size) => sum + size, 0)

  const first = [...needed('index.html'), ...needed('dashboard/dashboard-screen.tsx')]
  const screens = manifest['index.html']!.dynamicImports!.filter((key) =>
    key.endsWith('-screen.tsx'),
  ).map((key) => kilobytes(needed(key).filter((one) => !first.includes(one))))
  const sizes = { first: kilobytes(first), largest: Math.max(...screens) }
  rmSync(outDir, { recursive: true, force: true })
  return [
    less('first page / floor', 'kB', [sizes.first, 120], 1),
    less('largest screen besides / floor', 'kB', [sizes.largest, 90], 1),
  ]
}
