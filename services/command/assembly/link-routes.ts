import { z } from 'zod'
import {
  linkChanges,
  linkKinds,
  newLink,
  type LinkKind,
  type PartKind,
} from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { linkSchema } from '#contracts/records.ts'
import type { Refusal } from '#contracts/refusals.ts'
import { byId, numberId } from '../../kernel/params.ts'
import type { App } from '../../kernel/types.ts'
import type { By, Done } from '#command/kernel/context.ts'
import { commandHeaders as headers, deletedSchema, responses } from '#command/kernel/describe.ts'
import type { View } from '#command/kernel/view.ts'
import type { KeptLink, Link } from '#command/structure/graph.ts'
import { linkAnswer } from './answers.ts'
import { partKey, type Assembly, type LinkChanges } from './assembly-decider.ts'
import type { AssemblyRoutes } from './routes.ts'

type LinkDone = Done<Assembly | KeptLink | null>
type Linked = Promise<LinkDone | Refusal>

const config = { needs: 'edit' } as const

/** Add, change and remove links of one kind. */
export const linkRoutes = (
  app: App,
  kind: LinkKind,
  { assemblies, edge, viewOf }: AssemblyRoutes,
) => {
  const { path, idKey, entity } = linkKinds[kind]
  const { noun } = entityNamed(entity)
  const tags = ['assemblytypes']
  const base = `/api/assemblytypes/:id/${path}`
  const params = z.object({ id: numberId, [idKey]: numberId })
  const schema = linkSchema(kind)
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

  /** The link as the command left it: parts say in their assembly's state, subassemblies by themselves. */
  const linkOf = async (done: LinkDone, view: View, assemblyId: number, partId: number) => {
    const { state } = done
    if (state && 'parts' in state) return state.parts.get(partKey(kind as PartKind, partId))
    return state ?? (await view.children(assemblyId)).get(partId)
  }
  const answer = (status: number, assemblyId: number, partId: number) => async (done: LinkDone) => {
    const view = viewOf(done)
    const link = await linkOf(done, view, assemblyId, partId)
    if (!link) throw new Error(`No link to ${kind} ${partId} in assembly ${assemblyId}`)
    return { status, data: await linkAnswer(view, kind, assemblyId, partId, link) }
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
        response: responses(201, schema, [422]),
      },
    },
    (request, reply) => {
      const { id } = request.params
      const { [idKey]: partId, ...data } = request.body as Link & Record<string, number>
      return edge(request, reply, (by) => link(id, partId!, data, by), answer(201, id, partId!))
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
        response: responses(200, schema),
      },
    },
    (request, reply) => {
      const { id, [idKey]: partId } = idsIn(request.params)
      return edge(
        request,
        reply,
        (by) => change(id, partId!, request.body, by),
        answer(200, id, partId!),
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
