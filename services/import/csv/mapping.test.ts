import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import type { UnreadableFile } from './row.ts'
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
