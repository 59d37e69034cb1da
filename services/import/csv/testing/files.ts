import type { Choices, ImportOptions } from '#contracts/csv/options.ts'
import { osloDay } from '#contracts/days.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Known } from '../differences.ts'
import { planRow, type RowPlan } from '../plan-row.ts'
import { createRowReader } from '../read-row.ts'
import { readRows } from '../parser.ts'
import { scan } from '../scan.ts'
import type { FileChunks } from '../text-decoder.ts'

/** A file in memory, in chunks that split characters and rows. */
export const fileOf = (content: string | Uint8Array, size = 7): FileChunks => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
}

/** Encodes text as Latin-1, which shares these letters with Windows-1252. */
export const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.codePointAt(0)!)

const defaults: ImportOptions = {
  updateBehavior: 'update',
  emptyCells: 'keep',
}

type Asked = Choices &
  Pick<ImportOptions, 'currency'> & { options?: Partial<ImportOptions>; known?: Known | null }

/** Reads and plans every row as if it were about the record `known`; null for new records. */
export const planned = async (
  entity: Entity,
  file: FileChunks,
  { options, known = null, ...choices }: Asked = {},
): Promise<(RowPlan & { line: number })[]> => {
  const understood = await scan(entity, file, choices)
  const read = createRowReader(entity, understood)
  const context = {
    entity,
    file: understood,
    options: { ...defaults, ...options },
    today: osloDay(),
  }
  const plans: (RowPlan & { line: number })[] = []
  for await (const rows of readRows(file, understood))
    for (const row of rows) {
      plans.push({ line: row.line, ...planRow(context, read(row), known) })
    }
  return plans
}
