import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { chmodSync, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'

const root = join(import.meta.dirname, '..', '..', '..')
const packed = join(root, 'node_modules', '@sparticuz', 'chromium', 'bin')
const unpacked = join(root, '.cache', 'chromium')

export type Unpacked = {
  readonly executable: string
  readonly libraries: string
  readonly fonts: string
}

const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${join(folder, 'cache')}</cachedir></fontconfig>
`

const untar = (archive: string, folder: string) =>
  pipeline(createReadStream(join(packed, archive)), createBrotliDecompress(), extract(folder))

const fill = async (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const executable = join(folder, 'chromium')
  await pipeline(
    createReadStream(join(packed, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(executable),
  )
  chmodSync(executable, 0o755)
  await untar('al2023.tar.br', join(folder, 'libraries'))
  await untar('swiftshader.tar.br', folder)
  await untar('fonts.tar.br', folder)
}

/** The package's own function omits libraries and uses a folder that all users of the machine share. */
export const unpackedChromium = async (): Promise<Unpacked | null> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  if (!existsSync(join(packed, 'chromium.br'))) return null
  if (!existsSync(unpacked)) {
    const partial = `${unpacked}-${process.pid}`
    await fill(partial)
    try {
      renameSync(partial, unpacked)
    } catch (error) {
      rmSync(partial, { recursive: true, force: true })
      if (!existsSync(unpacked)) throw error
    }
  }
  const fonts = join(unpacked, 'fonts.conf')
  writeFileSync(fonts, fontsConf(join(unpacked, 'fonts')))
  return {
    executable: join(unpacked, 'chromium'),
    libraries: join(unpacked, 'libraries', 'lib'),
    fonts,
  }
}
