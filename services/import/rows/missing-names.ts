import { manufacturer, supplier } from '#contracts/catalogue/index.ts'
import type { Names } from '../csv/differences.ts'
import type { Entity } from '#contracts/entity.ts'
import { normalKey } from '#contracts/text.ts'
import type { Commands, Found } from '../commands.ts'

/** What a dry run tells of the suppliers and manufacturers that rows name: which would be made. */
export const createMissingNames = (commands: Commands) => {
  const known = new Map<string, Promise<readonly Found[]>>()
  const suppliers = new Set<string>()
  const manufacturers = new Set<string>()

  const find = (entity: Entity, name: string) => {
    const key = `${entity.name}:${normalKey(name)}`
    const found = known.get(key) ?? commands.find(entity, 'name', name)
    known.set(key, found)
    return found
  }

  /** What is wrong with a row's names; null if nothing is. Notes those that do not exist. */
  const look = async (names: Names, current: number | null): Promise<string | null> => {
    const { supplierId, manufacturerId } = names
    let ofSupplier = current
    if (supplierId !== undefined) {
      const found = await find(supplier, supplierId)
      if (found.length > 1) return `Flere leverandører heter ${supplierId}`
      if (found.length === 0) suppliers.add(normalKey(supplierId))
      ofSupplier = found[0]?.id ?? null
    }
    if (manufacturerId !== undefined) {
      const found = await find(manufacturer, manufacturerId)
      if (found.length === 0) manufacturers.add(normalKey(manufacturerId))
      const theirs = found.filter(({ item }) => item.values['supplierId'] === ofSupplier)
      if (found.length > 1 && theirs.length !== 1)
        return `Flere produsenter heter ${manufacturerId}`
    }
    return null
  }

  return { look, counts: () => ({ suppliers: suppliers.size, manufacturers: manufacturers.size }) }
}

export type MissingNames = ReturnType<typeof createMissingNames>
