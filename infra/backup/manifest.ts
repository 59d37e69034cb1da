import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#kernel/replace-file.ts'

export const manifestFile = 'manifest.json'

const entry = z.object({
  size: z.int(),
  sha256: z.string(),
  rows: z.int().optional(),
})

const logEnd = z.object({
  events: z.int(),
  last: z.object({ position: z.int(), id: z.string() }).nullable(),
})

const manifestSchema = z.object({
  /** Increase it when an older `npm run restore` cannot read the new backups. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Null if the log is in an external event store, which the backup does not include. */
  log: logEnd.nullable(),
  filesElsewhere: z.boolean(),
  files: z.record(z.string(), entry),
})

export type Entry = z.output<typeof entry>
export type LogEnd = z.output<typeof logEnd>
export type Manifest = z.output<typeof manifestSchema>

const digestOf = (manifest: unknown) => hash('sha256', JSON.stringify(manifest))

/** Written last: a folder without a manifest is an unfinished backup. */
export const writeManifest = (folder: string, manifest: Manifest): void =>
  replaceFile(
    join(folder, manifestFile),
    JSON.stringify({ manifest, sha256: digestOf(manifest) }, null, 2),
  )

const signed = z.object({ manifest: z.unknown(), sha256: z.string() })

const contentOf = (folder: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'))
  } catch (cause) {
    throw new Error(
      `${folder} er ingen hel sikkerhetskopi: ${manifestFile} mangler eller er uleselig.`,
      { cause },
    )
  }
}

export const readManifest = (folder: string): Manifest => {
  const { data: content } = signed.safeParse(contentOf(folder))
  if (!content || digestOf(content.manifest) !== content.sha256)
    throw new Error(`${manifestFile} i ${folder} er skadet eller endret.`)
  const { data: manifest } = manifestSchema.safeParse(content.manifest)
  if (!manifest)
    throw new Error(`Kopien i ${folder} er tatt av en annen utgave, som denne ikke kan lese.`)
  return manifest
}
