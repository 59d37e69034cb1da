import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node strips types from .ts itself; .tsx needs esbuild, loaded on first use.
const require = createRequire(import.meta.url)

const compile = (file) =>
  require('esbuild').transformSync(readFileSync(file, 'utf8'), {
    loader: 'tsx',
    format: 'esm',
    jsx: 'automatic',
    target: 'node24',
    sourcefile: file,
    sourcemap: 'inline',
  }).code

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:')) return nextLoad(url, context)
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true }
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true }
  },
})
