import { capitalized } from '../text.ts'

/** Collections whose missing records an import makes. An undo takes the last of them out first. */
export const madeByImports = ['suppliers', 'manufacturers'] as const
export type MadeByImports = (typeof madeByImports)[number]
export type Made<Count> = Readonly<Record<MadeByImports, Count>>

export const isMadeByImports = (name: string): name is MadeByImports =>
  (madeByImports as readonly string[]).includes(name)

export const madeOf = <Count>(countOf: (name: MadeByImports) => Count): Made<Count> =>
  Object.fromEntries(madeByImports.map((name) => [name, countOf(name)])) as Made<Count>

type CreatedKey<Name extends MadeByImports> = `created${Capitalize<Name>}`

/** In an import's answer: `createdSuppliers`. */
export const createdKey = <Name extends MadeByImports>(name: Name) =>
  `created${capitalized(name)}` as CreatedKey<Name>

export const createdOf = <Count>(counts: Made<Count>) =>
  Object.fromEntries(madeByImports.map((name) => [createdKey(name), counts[name]])) as Readonly<
    Record<CreatedKey<MadeByImports>, Count>
  >
