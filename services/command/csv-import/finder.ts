import { supplier } from '#contracts/catalogue/index.ts'
import { isSameCompany } from '#contracts/csv/nelfo/company.ts'
import { priceFileDefaults } from '#contracts/csv/nelfo/options.ts'
import type { Known } from '#contracts/csv/differences.ts'
import { knownOf, lookup, type Find, type Matched } from './lookup.ts'
import type { Work } from './work.ts'

/** Finds the component that a line of a price file is about: by its El-nummer, of the right supplier. */
const priceFileLookup = ({ commands, titleOf, understood, job }: Work): Find => {
  const { supplier: wanted, otherSuppliers } = job.options.priceFile ?? priceFileDefaults
  const { seller } = understood.priceFile!.head
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number') return true
    if (wanted !== 'file') return theirs === wanted
    return isSameCompany(titleOf(supplier.name, theirs) ?? '', seller)
  }
  return async (entity, { identity: { field, text } }): Promise<Matched> => {
    const all = (await commands.find(entity, field, text)).map((found) => ({
      found,
      known: knownOf(entity, found, titleOf),
    }))
    const theirs = all.filter(({ known }) => isTheirs(known))
    const meant = theirs.length === 0 && otherSuppliers === 'take' ? all : theirs
    if (meant.length > 1) return { several: meant.map(({ found }) => found.id) }
    if (meant.length === 1) return meant[0]!
    const [other] = all
    return other
      ? {
          skipped: {
            outcome: 'skipped',
            id: other.found.id,
            because: 'otherSupplier',
            warnings: [],
          },
        }
      : null
  }
}

export const finder = (work: Work): Find =>
  work.understood.priceFile ? priceFileLookup(work) : lookup(work.commands, work.titleOf)
