import { supplier } from '#contracts/catalogue/index.ts'
import { isSameCompany } from '#contracts/csv/nelfo/company.ts'
import { priceFileDefaults } from '#contracts/csv/nelfo/options.ts'
import type { Known } from '#contracts/csv/plan-row.ts'
import { knownOf, lookup, type Matched } from './lookup.ts'
import type { Find } from './consider.ts'
import type { Work } from './work.ts'

/** Finds the component that a line of a price file is about: by its El-nummer, of the right supplier. */
const priceFileLookup = ({ commands, titleOf, understood, job }: Work): Find => {
  const { supplier: wanted } = job.options.priceFile ?? priceFileDefaults
  const { seller } = understood.priceFile!.head
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number' || wanted === 'all') return true
    if (wanted !== 'file') return theirs === wanted
    return isSameCompany(titleOf(supplier.name, theirs) ?? '', seller)
  }
  return async (entity, { field, text }): Promise<Matched> => {
    const all = (await commands.find(entity, field, text)).map((found) => ({
      found,
      known: knownOf(entity, found, titleOf),
    }))
    const theirs = all.filter(({ known }) => isTheirs(known))
    if (theirs.length > 1) return { several: theirs.map(({ found }) => found.id) }
    if (theirs.length === 1) return theirs[0]!
    return all.length === 0
      ? null
      : {
          skipped: {
            outcome: 'skipped',
            id: all[0]!.found.id,
            because: 'otherSupplier',
            warnings: [],
          },
        }
  }
}

export const finder = (work: Work): Find =>
  work.understood.priceFile ? priceFileLookup(work) : lookup(work.commands, work.titleOf)
