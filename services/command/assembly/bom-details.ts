import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { Commands } from '#command/kernel/commands.ts'
import type { Model } from '#command/kernel/model.ts'
import type { Link } from '#command/structure/graph.ts'
import type { Assembly } from './assembly-decider.ts'

type Held = Pick<Link, 'quantity' | 'sortOrder'> & { readonly id: number }

const inOrder = (held: readonly Held[]) =>
  held.toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)

/** What is directly in an assembly, as GET lists it on the assembly itself. */
export const bomDetails = async (
  { records, structure }: Model,
  commands: Pick<Commands, 'record'>,
  assemblyId: number,
  { parts }: Assembly,
) => {
  const partsOf = (kind: PartKind) => {
    const held = [...parts.values()].filter(({ part }) => part === kind)
    const entity = entityNamed(linkKinds[kind].entity)
    return Promise.all(
      inOrder(held.map(({ partId, ...link }) => ({ ...link, id: partId }))).map(
        async ({ id, quantity }) => {
          const values = (await commands.record(entity, id))?.item.values ?? {}
          const [description = null, supplierArticlenumber = null, itoArticlenumber = null] = [
            values['description'],
            values['supplierArticlenumber'],
            values['itoArticlenumber'],
          ]
          return { id, description, supplierArticlenumber, itoArticlenumber, quantity }
        },
      ),
    )
  }
  const children = structure
    .childrenOf(assemblyId)
    .map((id) => ({ id, ...structure.get(assemblyId, id)! }))
  const [components, motors, sensors] = await Promise.all(partKinds.map(partsOf))
  return {
    components,
    motors,
    sensors,
    subassemblies: inOrder(children).map(({ id, quantity }) => {
      const name = records('assemblytypes').title(id) ?? null
      const numbers = { supplierArticlenumber: null, itoArticlenumber: null }
      return { id, name, description: name, ...numbers, quantity }
    }),
  }
}
