import type { Item } from '#contracts/catalogue/item.ts'
import type { Entity } from '#contracts/entity.ts'
import { emptyOf, type Values } from '#contracts/fields.ts'
import type { Model } from '../model/model.ts'
import { wrongReferences, type FileCheck } from './item-handler.ts'

const emptied = ({ fields }: Entity, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, emptyOf(fields[key]!)]))

/** Of a removed record: what is personal was erased with it; what it referred to may have gone since. */
export const remainingValues = async (
  model: Model,
  checkFile: FileCheck,
  entity: Entity,
  { values }: Item,
): Promise<Values> => {
  const { fields } = entity
  const personal = Object.keys(values).filter((key) => fields[key]?.personal)
  const wrong = await wrongReferences(model, checkFile, entity, values)
  const gone = wrong.map(({ path }) => path.split('.')[0]!)
  return { ...values, ...emptied(entity, [...personal, ...gone]) }
}
