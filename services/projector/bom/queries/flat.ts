import { z } from 'zod'
import { bomItem, bomSummary } from '#contracts/assembly/bom-answers.ts'
import { byId } from '#kernel/params.ts'
import { existingAssembly, jsonList, type BomQuery } from '../answer.ts'
import { explode } from '../explode.ts'
import { bomItemOf } from '../lines.ts'
import type { BomModel } from '../model.ts'
import { summaryOf } from '../summary.ts'

export const flatQuery: BomQuery = (app, answer) =>
  app.get(
    '/api/assemblytypes/:id/bom',
    {
      config: { needs: 'read' },
      schema: {
        tags: ['assemblytypes'],
        summary: 'Stykkliste, eksplodert',
        description:
          'Én linje per del og underenhet, med antall over alle nivåer, og et sammendrag.',
        params: byId,
        response: {
          200: z.object({
            success: z.literal(true),
            items: z.array(bomItem),
            summary: bomSummary,
          }),
        },
      },
    },
    (request, reply) =>
      answer(request, reply, (model) =>
        flatAnswer(model, existingAssembly(model, request.params.id)),
      ),
  )

/** What is in the answer is settled before its first byte: a record that changes meanwhile is still the old one here. */
const flatAnswer = (model: BomModel, assembly: number): Iterable<string> => {
  const flat = explode(model.links, assembly)
  const lines = flat.lines.map((line) => ({ line, item: model.item(line.kind, line.id) }))
  return jsonList(
    '{"success":true,"items":[',
    lines,
    ({ line, item }) => bomItemOf(model, item, line),
    `],"summary":${JSON.stringify(summaryOf(model, assembly, flat))}}`,
  )
}
