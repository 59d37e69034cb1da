import { z } from 'zod'
import { linkChanges, linkKinds, newLink, type LinkKind } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { linkSchema } from '#contracts/records.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { byId, numberId } from '../../kernel/params.ts'
import type { App } from '../../kernel/types.ts'
import type { By, Done } from '#command/kernel/context.ts'
import { commandHeaders as headers, deletedSchema, responses } from '#command/kernel/describe.ts'
import type { KeptLink, Link } from '#command/structure/graph.ts'
import { partKey, type Assembly, type LinkChanges } from './assembly-decider.ts'
import type { AssemblyRoutes } from './routes.ts'

type Linked = Promise<Done<unknown> | Refusal>

const config = { needs: 'edit' } as const

/** Add, change and remove links of one kind. */
export const linkRoutes = (
  app: App,
  kind: LinkKind,
  { assemblies, edge, linkAnswer, linkIn }: AssemblyRoutes,
) => {
  const { path, idKey, entity } = linkKinds[kind]
  const { noun } = entityNamed(entity)
  const tags = ['assemblytypes']
  const base = `/api/assemblytypes/:id/${path}`
  const params = z.object({ id: numberId, [idKey]: numberId })
  const answer = linkSchema(kind)
  const example = { quantity: 2, notes: 'Monteres sist', sortOrder: 1 }
  const idsIn = (params: object) => params as Record<string, number> & { id: number }

  const link = (assemblyId: number, partId: number, data: Link, by: By): Linked =>
    kind === 'subassembly'
      ? assemblies.linkSubassembly(assemblyId, partId, data, by)
      : assemblies.linkPart(assemblyId, kind, partId, data, by)
  const change = (assemblyId: number, partId: number, changes: LinkChanges, by: By): Linked =>
    kind === 'subassembly'
      ? assemblies.changeSubassembly(assemblyId, partId, changes, by)
      : assemblies.changePart(assemblyId, kind, partId, changes, by)
  const unlink = (assemblyId: number, partId: number, by: By): Linked =>
    kind === 'subassembly'
      ? assemblies.unlinkSubassembly(assemblyId, partId, by)
      : assemblies.unlinkPart(assemblyId, kind, partId, by)

  /** The link as the command left it: parts say in their assembly's state, subassemblies in the graph. */
  const linkOf = (done: Done<unknown>, assemblyId: number, partId: number, asked: LinkChanges) => {
    const kept =
      kind === 'subassembly'
        ? linkIn(assemblyId, partId)
        : (done.state as Assembly).parts.get(partKey(kind, partId))
    // Repeated after the link was removed: the answer is what was asked for then.
    return (
      kept ?? { quantity: 1, notes: null, sortOrder: 0, at: new Date().toISOString(), ...asked }
    )
  }

  app.post(
    base,
    {
      config: { ...config, example: { [idKey]: kind === 'subassembly' ? 2 : 1, ...example } },
      schema: {
        tags,
        summary: `Legg ${noun.one} i sammenstillingen`,
        headers,
        params: byId,
        body: newLink(kind),
        response: responses(201, answer, [422]),
      },
    },
    (request, reply) => {
      const { id } = request.params
      const { [idKey]: partId, ...data } = request.body as Link & Record<string, number>
      return edge(
        request,
        reply,
        (by) => link(id, partId!, data, by),
        async (done) => ({
          status: 201,
          data: await linkAnswer(kind, id, partId!, linkOf(done, id, partId!, data) as KeptLink),
        }),
      )
    },
  )

  app.put(
    `${base}/:${idKey}`,
    {
      config: { ...config, example: { quantity: 3 } },
      schema: {
        tags,
        summary: 'Endre antall, notater eller rekkefølge på koblingen',
        headers,
        params,
        body: linkChanges,
        response: responses(200, answer),
      },
    },
    (request, reply) => {
      const { id, [idKey]: partId } = idsIn(request.params)
      return edge(
        request,
        reply,
        (by) => change(id, partId!, request.body, by),
        async (done) => ({
          status: 200,
          data: await linkAnswer(
            kind,
            id,
            partId!,
            linkOf(done, id, partId!, request.body) as KeptLink,
          ),
        }),
      )
    },
  )

  app.delete(
    `${base}/:${idKey}`,
    {
      config,
      schema: {
        tags,
        summary: `Ta ${noun.the} ut av sammenstillingen`,
        headers,
        params,
        response: responses(200, deletedSchema),
      },
    },
    (request, reply) => {
      const { id, [idKey]: partId } = idsIn(request.params)
      return edge(
        request,
        reply,
        (by) => unlink(id, partId!, by),
        () => ({ status: 200, data: { id: partId } }),
      )
    },
  )
}
