import { test } from 'tap'
import { catalogue, line, priceFile } from '../testing/price-files.ts'

test('a net price is the cost, and a discount beside it is named', async (t) => {
  const { send, prices } = await catalogue(t)
  const of = (number: string, more: string) =>
    line(number, `1;EA;STYKK;10000;10000;20200901;2;;R10;;;J;10000;${more}`)
  const file = priceFile(of('0100001', '2500;N'), of('0100009', '2500;N'), of('0100008', '2500;B'))
  const created = { unknownItems: 'create', supplier: '1', dryRun: 'true' }
  const warning = {
    column: 'Rabatt',
    value: '2500',
    message: /netto. Rabatten er ikke trukket fra/,
  }
  const { body } = await send('componenttypes', file, created)
  t.match(body, {
    summary: { updated: 1, created: 2, failed: 0 },
    warnings: [
      { line: 2, ...warning },
      { line: 3, ...warning },
    ],
    warningCount: 2,
  })
  await send('componenttypes', priceFile(of('0100001', '2500;N')))
  t.match(await prices(1), { costPrice: '100', listPrice: '20' })
  await send('componenttypes', priceFile(of('0100001', '2500;B')))
  t.match(await prices(1), { costPrice: '75', listPrice: '100' })
})
