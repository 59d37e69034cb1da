import { z } from 'zod'
import {
  attributeAnswer as attributeSchema,
  attributeBody,
  changedAttributeBody,
  cloneBody,
} from '#contracts/assembly/attributes.ts'
import { kindsOfLink } from '#contracts/assembly/link-kinds.ts'
import { assembly } from '#contracts/catalogue/index.ts'
import { recordSchema } from '#contracts/records.ts'
import { byId, integer } from '#kernel/params.ts'
import type { CatalogueContext } from '../catalogue/finders.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import { answerOf, attributeAnswer } from './answers.ts'
import { cloneAssembly } from './clone.ts'
import { assemblyOf } from './attribute-decider.ts'
import { changeAssembly, type AssemblyContext } from './commands.ts'
import { lineRoutes } from './line-routes.ts'
import type { LinesContext } from './lines.ts'
import { linkRoutes } from './link-routes.ts'

export const assemblyRoutes = (
  routes: CommandRoutes,
  context: LinesContext & CatalogueContext,
): void => {
  for (const kind of kindsOfLink) linkRoutes(routes, context, kind)
  lineRoutes(routes, context)
  attributeRoutes(routes, context)
  routes.add('POST', '/api/assemblytypes/:id/clone', {
    tag: 'assemblytypes',
    summary: 'Klone sammenstillingen, med deler, underenheter og attributter',
    example: { name: 'Linje - Kopi', description: 'Kopi av Linje' },
    params: byId,
    body: cloneBody,
    status: 201,
    response: recordSchema(assembly),
    isVersioned: true,
    mayBeTooLarge: true,
    run: ({ id }, body, by) => cloneAssembly(context, id, body, by),
    answer: (done) => answerOf(context, assembly, done),
  })
}

const attributeRoutes = (routes: CommandRoutes, context: AssemblyContext): void => {
  const shared = {
    tag: 'assemblytypes',
    example: { description: 'Lengde', value: '2400', unit: 'mm', editable: true },
    response: attributeSchema,
  }
  const url = '/api/assemblytypes/attributes/:attributeId'
  const params = z.object({ attributeId: integer(/^[1-9]\d{0,14}$/, 1, 10 ** 15, 10_001) })
  const of = (ids: { attributeId: number }) => ({ ...ids, assemblyId: assemblyOf(ids.attributeId) })

  routes.add('POST', '/api/assemblytypes/:id/attributes', {
    ...shared,
    summary: 'Legg til attributt',
    params: byId,
    body: attributeBody,
    status: 201,
    mayBeTooLarge: true,
    run: ({ id }, body, by) =>
      changeAssembly(context, by, id, { type: 'AddAttribute', data: { assemblyId: id, ...body } }),
    answer: ({ id, state }) => ({
      data: attributeAnswer(Number(id), state, [...state.attributes.keys()].at(-1)!),
    }),
  })
  routes.add('PUT', url, {
    ...shared,
    summary: 'Endre attributt',
    params,
    body: changedAttributeBody,
    run: (ids, { id: _id, assemblyId: _assembly, createdAt: _created, ...changes }, by) => {
      const data = { ...of(ids), changes }
      return changeAssembly(context, by, data.assemblyId, { type: 'ChangeAttribute', data })
    },
    answer: ({ id, state }, ids) => ({ data: attributeAnswer(Number(id), state, ids.attributeId) }),
  })
  routes.addDelete(url, {
    tag: 'assemblytypes',
    summary: 'Fjern attributt',
    params,
    run: (ids, _body, by) =>
      changeAssembly(context, by, of(ids).assemblyId, { type: 'RemoveAttribute', data: of(ids) }),
    idOf: (ids) => ids.attributeId,
  })
}
