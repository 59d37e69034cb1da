import { z } from 'zod'
import { lines, recordId } from '../field-schemas.ts'
import { idKeyOf, linkKinds, quantityLimits, type LinkKind } from './link-kinds.ts'

// Szudzik's pairing function of the two ids, combined with the kind: the same after every replay.
// Exact as a JSON number, and no other link's, while ids are below 33 million.
export const linkIdOf = (kind: LinkKind, assemblyId: number, itemId: number): number => {
  const pair =
    assemblyId < itemId ? itemId ** 2 + assemblyId : assemblyId ** 2 + assemblyId + itemId
  const { number } = linkKinds[kind]
  return pair * 4 + (number % 4) + (number < 4 ? 0 : 2 ** 52)
}

const wholeNumber = 'Antall må være et helt tall fra 1 til 1 000 000'
const quantity = z
  .int({ error: wholeNumber, abort: true })
  .min(quantityLimits.min, wholeNumber)
  .max(quantityLimits.max, wholeNumber)

const notes = lines().nullable()
export const sortOrder = z.int().min(-1_000_000).max(1_000_000)

export const linkBody = (kind: LinkKind) =>
  z.strictObject({
    [idKeyOf(kind)]: recordId,
    quantity: quantity.default(1),
    notes: notes.optional().transform((value) => value || null),
    sortOrder: sortOrder.default(0),
  })

export const changedValues = {
  quantity: quantity.optional(),
  notes: notes.optional().transform((value) => (value === '' ? null : value)),
  sortOrder: sortOrder.optional(),
}
export const linkChanges = z.strictObject(changedValues)

export const linkValues = { quantity: z.int(), notes: z.string().nullable(), sortOrder: z.int() }
const linkShape = z.strictObject(linkValues)
export type Link = Readonly<z.output<typeof linkShape>>
export type KeptLink = Link & { readonly at: string }

export type LinkChanges = { readonly [K in keyof Link]?: Link[K] | undefined }

export const linkWith = ({ quantity, notes, sortOrder }: LinkChanges): Link => ({
  quantity: quantity ?? 1,
  notes: notes ?? null,
  sortOrder: sortOrder ?? 0,
})

export const changedLink = (link: Link, changes: LinkChanges): Link | undefined => {
  const quantity = changes.quantity ?? link.quantity
  const notes = changes.notes === undefined ? link.notes : changes.notes
  const sortOrder = changes.sortOrder ?? link.sortOrder
  const isSame = quantity === link.quantity && notes === link.notes && sortOrder === link.sortOrder
  return isSame ? undefined : { quantity, notes, sortOrder }
}
