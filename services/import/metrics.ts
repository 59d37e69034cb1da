import { counter } from '#kernel/metrics.ts'

export const importRows = counter('import_rows_total', 'Rows of imports, by what was done', [
  'stage',
])
