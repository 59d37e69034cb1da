import { z } from 'zod'
import { success } from '#contracts/answers.ts'
import { use, type Use } from '#contracts/assembly/bom-answers.ts'
import { exactQuantity } from '#contracts/assembly/bom.ts'
import { kindsOfLink, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { agreeingWith } from '#contracts/noun.ts'
import { rollUp } from '#graph/roll-up.ts'
import { ifNoneMatch, successSchema } from '#kernel/openapi.ts'
import { byId } from '#kernel/params.ts'
import { refused } from '#kernel/refused.ts'
import { pointInTimeQuery } from '../../kernel/as-of.ts'
import type { BomQuery } from '../answer.ts'
import type { BomLinks } from '../bom-links.ts'
import type { BomModel } from '../model.ts'

/** Stands for the part; no assembly has this id. */
const partNode = 0

/** All assemblies that contain the record, nearest first. `via` is the next step on a shortest path down. */
export const usesOf = (links: BomLinks, kind: LinkKind, id: number) => {
  const start = kind === 'subassembly' ? id : partNode
  const upwards = {
    at: (node: number) => (node === start ? links[kind].into(id) : links.subassembly.into(node)),
  }
  const { order, totals } = rollUp(upwards, start, 'up')
  const nextDown = (assembly: number, level: number) =>
    links.subassembly
      .out(assembly)
      .map(({ to }) => to)
      .filter((id) => totals.get(id)?.minDepth === level - 1)
      .toSorted((a, b) => a - b)[0]
  return order
    .slice(1)
    .map((assembly) => {
      const { quantity, minDepth: level, maxDepth: maxLevel } = totals.get(assembly)!
      const direct = links[kind].get(assembly, id)?.quantity ?? 0
      const via = direct > 0 ? null : (nextDown(assembly, level) ?? null)
      return { assembly, quantity, level, maxLevel, direct, via }
    })
    .toSorted((a, b) => a.level - b.level || a.assembly - b.assembly)
}

export type FoundUse = ReturnType<typeof usesOf>[number]

export const whereUsedQueries: BomQuery = (app, answer) => {
  for (const kind of kindsOfLink) {
    const { entity } = linkKinds[kind]
    const { noun } = entityNamed(entity)
    app.get(
      `/api/${entity}/:id/where-used`,
      {
        config: { needs: 'read' },
        schema: {
          tags: [entity],
          summary: `Hvor ${noun.the} brukes`,
          description: `Alle sammenstillinger ${agreeingWith(noun).it} er i, på alle nivåer, de nærmeste først.`,
          params: byId,
          querystring: z.object(pointInTimeQuery),
          headers: ifNoneMatch,
          response: { 200: successSchema(z.array(use)) },
        },
      },
      (request, reply) => {
        const { id } = request.params
        const asked = { ...request.query, scope: { what: 'above', kind, id } } as const
        return answer(request, reply, [asked], (model) => {
          if (!model.items[kind].has(id)) throw refused('NOT_FOUND')
          return success(whereUsed(model, kind, id))
        })
      },
    )
  }
}

const whereUsed = (model: BomModel, kind: LinkKind, id: number): Use[] =>
  usesOf(model.links, kind, id).map(({ assembly, quantity, direct, level, maxLevel, via }) => ({
    ...model.item('subassembly', assembly).identity,
    totalQuantity: exactQuantity(quantity),
    directQuantity: direct,
    level,
    maxLevel,
    via,
  }))
