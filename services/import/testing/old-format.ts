import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'slonik'
import { skipReasons } from '#contracts/csv/skip-reasons.ts'
import { settledOutcomes } from '../store/row-log.ts'
import type { Importer } from './importing.ts'

const outcomes = 'pending created updated skipped unchanged failed removed restored'.split(' ')

/** Converts imports from tables to the files of older releases. */
export const intoOldFormat = async ({ pool, place, imports }: Importer): Promise<void> => {
  const { repository } = imports.jobs
  for (const id of readdirSync(place.folder)) {
    const job = await repository.read(id)
    if (!job) throw new Error(`No import ${id}`)
    const file = (name: string) => join(place.folder, id, name)
    const journal = Buffer.alloc(job.rows * 16)
    const digests = await repository.digests(id)
    digests?.forEach((byte, i) => (journal[Math.floor(i / 4) * 16 + 12 + (i % 4)] = byte))
    const notes: string[] = []
    for await (const rows of repository.rowLog(id).pages(settledOutcomes))
      for (const { at, outcome, because, id: record, revision, note } of rows) {
        journal[at * 16] = outcomes.indexOf(outcome)
        journal[at * 16 + 1] = because ? Object.keys(skipReasons).indexOf(because) + 1 : 0
        journal.writeUInt32LE(record, at * 16 + 4)
        journal.writeUInt32LE(revision, at * 16 + 8)
        if (note) notes.push(JSON.stringify({ row: at, ...note }))
      }
    writeFileSync(file('job.json'), JSON.stringify(job))
    writeFileSync(file('rows.bin'), journal)
    writeFileSync(file('notes.ndjson'), [...notes, '\0\0{"row":'].join('\n'))
  }
  await pool.query(sql.unsafe`delete from import.job`)
}
