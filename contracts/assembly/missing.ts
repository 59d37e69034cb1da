import { refuse } from '../refusals.ts'

export const assemblyMissing = refuse('NOT_FOUND', 'Sammenstillingen finnes ikke.')
