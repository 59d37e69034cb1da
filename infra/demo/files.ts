import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Entity } from '#contracts/entity.ts'
import type { Client } from '#infra/rest/client.ts'
import { accepted } from './create.ts'

const types: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.pdf': 'application/pdf' }

const upload = async (client: Client, name: string, kind: string): Promise<string> => {
  const form = new FormData()
  form.set('kind', kind)
  const content = await readFile(join(import.meta.dirname, 'files', name))
  form.set('file', new Blob([content], { type: types[extname(name)]! }), name)
  const answer = await client.upload('/api/objects/upload', form)
  return accepted<{ path: string }>(answer, name).path
}

/** Uploads what a record names by its file fields; the paths that they got. */
export const uploaded = async (
  client: Client,
  { fields }: Entity,
  record: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, string>>> => {
  const named = Object.keys(fields).filter((key) => fields[key]!.kind === 'file' && record[key])
  const paths = named.map(async (key) => {
    const path = await upload(client, String(record[key]), fields[key]!.file!)
    return [key, path] as const
  })
  return Object.fromEntries(await Promise.all(paths))
}
