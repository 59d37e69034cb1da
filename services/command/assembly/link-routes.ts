import { z } from 'zod'
import { idKeyOf, linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { linkBody, type Link, type LinkChanges } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { linkChangeBody, linkSchema } from '#contracts/records.ts'
import { invalid } from '#contracts/refusals.ts'
import { byId, numberId } from '#kernel/params.ts'
import type { CatalogueContext } from '../catalogue/finders.ts'
import type { By } from '../kernel/command.ts'
import type { CommandRoutes } from '../kernel/command-routes.ts'
import type { LinkChange } from '../structure/link-decider.ts'
import { linkAnswer } from './answers.ts'
import { partKey } from './part-decider.ts'
import { changeLink, type AssemblyContext, type LinkDone } from './commands.ts'
import { viewOf } from './view.ts'

const otherThanAddress = 'Må være den samme som i adressen: en kobling viser alltid til det samme'

type Ids = Readonly<Record<string, number>>
type NewLink = Link & Readonly<Record<string, unknown>>
type ChangedLink = LinkChanges & Readonly<Record<string, unknown>>

type Context = AssemblyContext & CatalogueContext

const answerOf = async (
  context: Context,
  kind: LinkKind,
  done: LinkDone,
  assemblyId: number,
  partId: number,
) => {
  const view = viewOf(context, done)
  const { state } = done
  const kept =
    state && 'parts' in state
      ? state.parts.get(partKey(kind, partId))
      : (state ?? (await view.structure(assemblyId)).get(assemblyId, partId))
  if (!kept) throw new Error(`No link to ${kind} ${partId} in assembly ${assemblyId}`)
  return { data: await linkAnswer(view, kind, assemblyId, partId, kept) }
}

export const linkRoutes = (routes: CommandRoutes, context: Context, kind: LinkKind): void => {
  const { path, entity } = linkKinds[kind]
  const idKey = idKeyOf(kind)
  const { noun } = entityNamed(entity)
  const base = `/api/assemblytypes/:id/${path}`
  const params = z.object({ id: numberId, [idKey]: numberId })
  const shared = { tag: 'assemblytypes', response: linkSchema(kind) }

  const change = (by: By, assemblyId: number, itemId: number, change: LinkChange) =>
    changeLink(context, by, { assemblyId, kind, itemId, change })
  const answer = (done: LinkDone, assemblyId: number, partId: number) =>
    answerOf(context, kind, done, assemblyId, partId)

  routes.add<{ id: number }, unknown, LinkDone>('POST', base, {
    ...shared,
    summary: `Legg ${noun.one} i sammenstillingen`,
    example: {
      [idKey]: kind === 'subassembly' ? 2 : 1,
      quantity: 2,
      notes: 'Monteres sist',
      sortOrder: 1,
    },
    params: byId,
    body: linkBody(kind),
    status: 201,
    mayBeTooLarge: true,
    run: ({ id }, body, by) => {
      const { [idKey]: itemId, ...link } = body as NewLink
      return change(by, id, Number(itemId), { what: 'add', link })
    },
    answer: (done, { id }, body) => answer(done, id, Number((body as NewLink)[idKey])),
  })
  routes.add<Ids, unknown, LinkDone>('PUT', `${base}/:${idKey}`, {
    ...shared,
    summary: 'Endre antall, notater eller rekkefølge på koblingen',
    example: { quantity: 3 },
    params,
    body: linkChangeBody(kind),
    run: async ({ id, [idKey]: partId }, body, by) => {
      const { quantity, notes, sortOrder, [idKey]: given = partId } = body as ChangedLink
      if (given !== partId) return invalid([{ path: idKey, message: otherThanAddress }])
      return change(by, id!, partId!, { what: 'change', changes: { quantity, notes, sortOrder } })
    },
    answer: (done, { id, [idKey]: partId }) => answer(done, id!, partId!),
  })
  routes.addDelete<Ids>(`${base}/:${idKey}`, {
    tag: 'assemblytypes',
    summary: `Ta ${noun.the} ut av sammenstillingen`,
    params,
    run: ({ id, [idKey]: partId }, _body, by) => change(by, id!, partId!, { what: 'remove' }),
    idOf: ({ [idKey]: partId }) => partId!,
  })
}
