/**
 * Collections whose missing records an import makes, and how its answer counts them. An undo takes the last of them
 * out first.
 */
export const madeByImports = {
  suppliers: 'createdSuppliers',
  manufacturers: 'createdManufacturers',
} as const
export type MadeByImports = keyof typeof madeByImports
export const madeNames = Object.keys(madeByImports) as readonly MadeByImports[]
