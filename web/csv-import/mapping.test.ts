import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { guessMapping } from './mapping.ts'

test('unknown headings are guessed and shown for checking', (t) => {
  t.same(guessMapping(component, ['Varenr.', 'Varenavn', 'Netto pris', 'Type', 'EAN']), {
    'Varenr.': 'supplierArticlenumber',
    Varenavn: 'description',
    'Netto pris': 'pricing.costPrice',
  })
  t.same(guessMapping(component, ['Art.nr.', 'Vare', 'Pris eks. mva', 'Pris inkl. mva', 'Lev.']), {
    'Art.nr.': 'supplierArticlenumber',
    Vare: 'description',
    'Pris eks. mva': 'pricing.costPrice',
    'Lev.': 'supplierId',
  })
  t.same(guessMapping(supplier, ['Firma', 'E-post']), { Firma: 'name', 'E-post': 'orderEmail' })
  t.same(
    guessMapping(component, ['Beskrivelse', 'Varenavn']),
    {},
    'what is there is not guessed again',
  )
  t.same(guessMapping(component, ['Unit Price', 'Enhetspris']), {})
  t.end()
})
