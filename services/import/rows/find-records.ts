import { referredEntity } from '#contracts/catalogue/index.ts'
import { referenceKeys } from '#contracts/entity.ts'
import { idColumn } from '../bulk/selection.ts'
import type { Found } from '../commands.ts'
import type { Identity } from '../csv/identity.ts'
import type { Held } from './rows-above.ts'
import type { FileTask } from './task.ts'

const heldOf = ({ entity, titleOf }: FileTask, { id, item, version }: Found): Held => {
  const { values, prices, offers } = item
  const names: Record<string, string | null> = {}
  for (const key of referenceKeys(entity)) {
    const to = values[key]
    const { name } = referredEntity(entity.fields[key]!)
    names[key] = typeof to === 'number' ? (titleOf(name, to) ?? null) : null
  }
  return {
    id,
    version,
    values,
    price: null,
    prices,
    names,
    offers: [...offers].map(([of, offer]) => ({ name: titleOf('suppliers', of) ?? '', offer })),
  }
}

const find = async ({ commands, entity }: FileTask, { field, text }: Identity) => {
  if (field === 'supplierArticlenumber') {
    const own = await commands.find(entity, field, text)
    const offered = await commands.findOffered(entity, text)
    return [...own, ...offered.filter(({ id }) => !own.some((one) => one.id === id))]
  }
  if (field !== idColumn) return commands.find(entity, field, text)
  const one = await commands.record(entity, Number(text))
  return one ? [one] : []
}

/** The candidate records of a row. */
export const findRecords = async (task: FileTask, identity: Identity): Promise<readonly Held[]> =>
  (await find(task, identity)).map((found) => heldOf(task, found))
