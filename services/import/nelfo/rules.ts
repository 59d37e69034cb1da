import { priceFileDefaults } from '#contracts/csv/options.ts'
import { normalKey } from '#contracts/text.ts'
import type { RowRules } from '../csv/csv-rules.ts'
import type { Known } from '../csv/differences.ts'
import { offerOf } from '../csv/plan-offer.ts'
import { nothingIn } from '../csv/row.ts'
import { isSameCompany } from './header.ts'
import { dayOf, type PriceFileContext } from './line-rows.ts'
import { planLine } from './plan-line.ts'
import { numberOf } from './price-file.ts'

const supplierOf = ({ names }: Known): string => names['supplierId'] ?? ''

/** The rules for the lines of a price file. */
export const priceFileRules = (needs: PriceFileContext): RowRules => {
  const { entity, priceFile, identifier, options, titleOf } = needs
  const { supplier: chosen, otherSuppliers } = options.priceFile ?? priceFileDefaults
  const isTheirs = ({ values }: Known): boolean => {
    const theirs = values['supplierId']
    if (typeof theirs !== 'number') return true
    if (chosen !== 'file') return theirs === chosen
    return isSameCompany(titleOf('suppliers', theirs) ?? '', priceFile.head.seller)
  }
  return {
    read: nothingIn,
    dayOf: (read, prices) => dayOf(needs, read, prices),
    identity: ({ cells }) => {
      const text = numberOf(cells)
      return text === null ? null : { field: identifier, text, lacking: null }
    },
    choose: (found) => {
      const theirs = found.filter(isTheirs)
      const [other] = found
      if (theirs.length > 0 || !other) return theirs
      if (otherSuppliers !== 'skip') return found
      return { outcome: 'skipped', id: other.id, because: 'otherSupplier', warnings: [] }
    },
    about: (_read, known) =>
      otherSuppliers === 'offer' && typeof chosen === 'number' && !isTheirs(known)
        ? offerOf(entity, known, titleOf('suppliers', chosen) ?? '', supplierOf(known))
        : known,
    plan: (read, known) => planLine(needs, read, known),
    // Contradicting lines report that themselves.
    repeated: ({ cells }) =>
      priceFile.conflicts.has(normalKey(numberOf(cells) ?? ''))
        ? null
        : { outcome: 'skipped', id: 0, because: 'repeated', warnings: [] },
  }
}
