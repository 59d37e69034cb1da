import { z } from 'zod'
import { bomItem, bomSummary } from '#contracts/assembly/bom-answers.ts'
import { byId } from '#kernel/params.ts'
import { thenQuery } from '../../kernel/as-of.ts'
import { existingAssembly, type BomQuery } from '../answer.ts'
import { missingItem } from '../items.ts'
import { bomItemOf } from '../lines.ts'
import type { BomModel } from '../model.ts'
import { below } from '../past/scope.ts'
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
        querystring: z.object(thenQuery),
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
      answer(request, reply, [below(request)], (model) =>
        flatAnswer(model, existingAssembly(model, request.params.id)),
      ),
  )

const flatAnswer = (model: BomModel, assembly: number) => {
  const flat = model.flat(assembly)
  return {
    success: true,
    items: flat.lines.map((line) =>
      bomItemOf(model, line.item ?? missingItem(line.kind, line.id), line),
    ),
    summary: summaryOf(model, assembly, flat),
  }
}
