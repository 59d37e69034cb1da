import { z } from 'zod'
import { importAnswer, list, ofRow } from './answer.ts'
import { jobStages, jobStates } from './job-states.ts'

const undoAnswer = z.object({
  removed: z.int(),
  restored: z.int(),
  kept: list(z.object({ ...ofRow, reason: z.string() })),
  keptCount: z.int(),
})
export type UndoAnswer = Readonly<z.output<typeof undoAnswer>>

export const jobAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(['import', 'bulk']),
    entity: z.string(),
    fileName: z.string(),
    user: z.string(),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    state: z.enum(jobStates),
    stage: z.enum(jobStages),
    rows: z.int(),
    done: z.int(),
    secondsLeft: z.int().nullable(),
    error: z.string().nullable(),
    headings: list(z.string())
      .nullable()
      .describe('Overskriftene i filen, der den manglet kolonner: de kan kobles med mapping'),
    sheets: list(z.object({ name: z.string(), isHidden: z.boolean() }))
      .nullable()
      .describe('Arkene i en arbeidsbok: et annet enn det første som vises, velges med sheet'),
    answer: importAnswer.nullable(),
    undo: undoAnswer.nullable(),
    position: z
      .string()
      .nullable()
      .describe('Hvor i hendelsesloggen den siste hendelsen er: dit en spørring må ha nådd'),
  })
  .meta({ id: 'ImportJob' })
export type JobAnswer = Readonly<z.output<typeof jobAnswer>>
