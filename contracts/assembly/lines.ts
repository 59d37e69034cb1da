import { z } from 'zod'
import { count } from '../counted.ts'
import { line as text, lines as texts, requiredLine, recordId } from '../field-schemas.ts'
import { largestInteger } from '../integers.ts'
import { kindsOfLink, longestFileName, mostLines } from './link-kinds.ts'
import { changedValues, linkValues, type LinkChanges } from './links.ts'

const ref = { kind: z.enum(kindsOfLink), itemId: recordId }

const line = z
  .strictObject({
    ...ref,
    row: z
      .int()
      .min(1)
      .max(largestInteger)
      .optional()
      .describe('Raden i `file` som linjen kommer fra'),
    itemId: recordId.optional(),
    made: z
      .int()
      .min(0)
      .max(mostLines)
      .optional()
      .describe('Plassen i `made`, fra 0, i stedet for `itemId`'),
    ...changedValues,
  })
  .refine(
    ({ kind, itemId: id, made }) =>
      (id === undefined) !== (made === undefined) && (made === undefined || kind === 'subassembly'),
    'Linjen må nevne enten en post eller en ny sammenstilling',
  )
export type LineBody = z.output<typeof line>

const tooMany = `Kan ikke ta flere enn ${count(mostLines)} linjer om gangen. Del dem opp.`
const lines = z.array(line).max(mostLines, tooMany).default([])

const madeAssembly = z.strictObject({
  name: requiredLine('Navn er påkrevd'),
  description: texts().min(1, 'Beskrivelse er påkrevd'),
  drawingNumber: text().nullish(),
  lines,
})
export type MadeAssembly = z.output<typeof madeAssembly>

export const linesBody = z
  .strictObject({
    file: text().max(longestFileName).optional().describe('Navnet på filen linjene kommer fra'),
    made: z
      .array(madeAssembly)
      .max(mostLines)
      .default([])
      .describe('Nye sammenstillinger; hver kan bare inneholde dem som står før'),
    lines,
    removed: z.array(z.strictObject(ref)).max(mostLines).default([]),
    unmade: z
      .array(z.strictObject({ id: recordId, revision: z.int().min(0).max(largestInteger) }))
      .max(mostLines)
      .default([])
      .describe('Sammenstillinger som ble laget slik, og som slettes igjen'),
  })
  .meta({ id: 'Lines' })
export type LinesBody = z.output<typeof linesBody>

const link = z.strictObject(linkValues).nullable()

/** `before` or `after` is null if there is no link. */
export const linesCheck = z
  .strictObject({
    changes: z.array(z.strictObject({ ...ref, before: link, after: link })),
  })
  .meta({ id: 'LinesCheck' })
export type LinesCheck = z.output<typeof linesCheck>
export type LineChange = LinesCheck['changes'][number]

export const linesDone = z
  .strictObject({
    id: z.int(),
    made: z.array(z.strictObject({ id: z.int(), revision: z.int() })),
  })
  .meta({ id: 'LinesDone' })
export type LinesDone = z.output<typeof linesDone>

export const changesIn = ({ quantity, notes, sortOrder }: LineBody): LinkChanges => ({
  quantity,
  notes,
  sortOrder,
})
