import { linkKinds, partKinds, type PartKind } from '#contracts/assembly/links.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { View } from '#command/kernel/view.ts'
import type { KeptLink, Link } from '#command/structure/graph.ts'
import type { Assembly } from './assembly-decider.ts'

type Held = Pick<Link, 'quantity' | 'sortOrder'> & { readonly id: number }

const inOrder = (held: readonly Held[]) =>
  held.toSorted((a, b) => a.sortOrder - b.sortOrder || a.id - b.id)

/** What is directly in an assembly, as GET lists it on the assembly itself. */
export const bomDetails = async (
  view: View,
  { parts }: Pick<Assembly, 'parts'>,
  children: ReadonlyMap<number, KeptLink>,
) => {
  const partsOf = (kind: PartKind) => {
    const held = [...parts.values()].filter(({ part }) => part === kind)
    const entity = entityNamed(linkKinds[kind].entity)
    return Promise.all(
      inOrder(held.map(({ partId, ...link }) => ({ ...link, id: partId }))).map(
        async ({ id, quantity }) => {
          const values = (await view.record(entity, id))?.values ?? {}
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
  const [components, motors, sensors] = await Promise.all(partKinds.map(partsOf))
  return {
    components,
    motors,
    sensors,
    subassemblies: await Promise.all(
      inOrder([...children].map(([id, link]) => ({ ...link, id }))).map(
        async ({ id, quantity }) => {
          const name = await view.title('assemblytypes', id)
          const numbers = { supplierArticlenumber: null, itoArticlenumber: null }
          return { id, name, description: name, ...numbers, quantity }
        },
      ),
    ),
  }
}
