import { sql } from 'slonik'
import { z } from 'zod'
import { createReadSide } from '../projections.ts'
import { readModel, type ReadModel } from './read-model.ts'
import { allPairs } from '../bom/closure.ts'
import type { BomModel } from '../bom/model.ts'

type Test = Parameters<typeof readModel>[0]

export const readSide = async (t: Test, pairsRemembered?: number) => {
  const { projections, bom } = createReadSide(pairsRemembered)
  const side = await readModel(t, projections)
  return { ...side, bom, projections }
}

const closureRow = z.object({ text: z.string() })
export const closureIn = async ({ pool }: ReadModel) =>
  pool.anyFirst(sql.type(closureRow)`
    select concat_ws(' ', ancestor_id, descendant_id, total_quantity, path_count, min_depth, max_depth)
      as text
    from bom_closure order by ancestor_id, descendant_id`)
export const closureOf = (model: BomModel) =>
  Array.from(
    allPairs(model),
    (p) => `${p.ancestor} ${p.descendant} ${p.quantity} ${p.paths} ${p.minDepth} ${p.maxDepth}`,
  )

export const answerOf = async ({ pool }: ReadModel, id: number) =>
  JSON.parse(
    await pool.oneFirst(
      sql.type(z.object({ answer: z.string() }))`select answer from assemblytypes where id = ${id}`,
    ),
  ) as Record<string, unknown>
