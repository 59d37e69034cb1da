import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './configuration.ts'
import { printWhile } from './console.ts'

const config = join(root, 'web', 'vite.config.ts')
const output = join(root, 'web', 'dist')
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const stamp = join(output, '.sources')
const buildWithin = 600_000

const digest = (): string => {
  const files = globSync(['web/**/*', 'contracts/**/*', 'package-lock.json'], {
    cwd: root,
    exclude: (path) => /^(dist.*|node_modules|testing)$/.test(basename(path)),
  })
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    if (!/\.test\.tsx?$/.test(file) && statSync(join(root, file)).isFile())
      hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const build = async (folder: string): Promise<void> => {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', config, '--outDir', folder, '--emptyOutDir']
  try {
    await promisify(execFile)(process.execPath, args, { cwd: root, timeout: buildWithin })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Error(`Nettappen lot seg ikke bygge:\n${stdout}${stderr}`, { cause: error })
  }
}

const compressible = /\.(js|css|html|svg|json)$/

const compress = async (folder: string): Promise<void> => {
  for (const file of globSync('**/*', { cwd: folder })) {
    const path = join(folder, file)
    if (!compressible.test(file) || !statSync(path).isFile()) continue
    const content = readFileSync(path)
    writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, brotliOptions))
  }
}

/** Another user may start later who may not build. */
const letOthersRead = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/** Another instance may be serving the old build. */
const replace = (built: string): void => {
  const old = `${output}-${randomUUID()}`
  if (existsSync(output)) renameSync(output, old)
  renameSync(built, output)
  rmSync(old, { recursive: true, force: true })
}

export const buildWebApp = async (): Promise<void> => {
  if (!existsSync(config)) return
  const wanted = digest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const folder = `${output}-${randomUUID()}`
  try {
    await printWhile('Bygger nettappen', build(folder))
    await compress(folder)
    writeFileSync(join(folder, '.sources'), wanted)
    letOthersRead(folder)
    replace(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
