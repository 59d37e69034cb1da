import { test } from 'tap'
import { component, supplier } from '#contracts/catalogue/index.ts'
import { guessMapping } from '#contracts/csv/guess-mapping.ts'
import type { UnreadableFile } from './parser.ts'
import { scan } from './scan.ts'
import { fileOf } from './testing/files.ts'

test('what a heading is can be said, and goes before what it is called', async (t) => {
  const file = fileOf('Varenr;Varenavn;Type;Nettopris\n')
  const keys = async (mapping: Record<string, string>) =>
    (await scan(component, file, { mapping })).header.columns.map((column) => column?.key ?? null)
  const mapping = { Varenr: 'supplierArticlenumber', Varenavn: 'description' }
  t.same(await keys(mapping), ['supplierArticlenumber', 'description', 'type', null])
  t.same(
    await keys({ ...mapping, Nettopris: 'type' }),
    ['supplierArticlenumber', 'description', null, 'type'],
    'what else would be that column is not read',
  )
  t.same(await keys({ ...mapping, Type: '' }), ['supplierArticlenumber', 'description', null, null])
  await t.rejects(keys({ ...mapping, Finnesikke: 'type' }), {
    message: /^Filen har ingen kolonne «Finnesikke», som kolonnevalgene nevner/,
    headings: ['Varenr', 'Varenavn', 'Type', 'Nettopris'],
  })
  await t.rejects(keys({ ...mapping, Nettopris: 'description' }), { message: /finnes to ganger/ })
  const asked = await keys({}).catch((error: UnreadableFile) => error.headings)
  t.same(asked, ['Varenr', 'Varenavn', 'Type', 'Nettopris'])
})

test('what headings may be is guessed, for somebody to look at', (t) => {
  t.same(guessMapping(component, ['Varenr.', 'Varenavn', 'Netto pris', 'Type', 'EAN']), {
    'Varenr.': 'supplierArticlenumber',
    Varenavn: 'description',
    'Netto pris': 'pricing.costPrice',
  })
  t.same(guessMapping(supplier, ['Firma', 'E-post']), { Firma: 'name', 'E-post': 'orderEmail' })
  t.same(
    guessMapping(component, ['Beskrivelse', 'Varenavn']),
    {},
    'what is there is not guessed again',
  )
  t.end()
})
