import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { catalogue, piece, priceFile } from '../testing/price-files.ts'

test('an El-nummer is its digits, however they are parted', async (t) => {
  const { send, prices, add, commands } = await catalogue(t)
  for (const [at, electricalNumber] of ['01 000 04', '01-00005', '01.000.06', 'ukjent'].entries())
    await add({ description: `Vare ${at}`, electricalNumber })
  const lines = ['0100004', '0100005', '0100006', '01 000 01'].map((one) => piece(one, 900))
  const file = priceFile(...lines)
  const { body } = await send('componenttypes', file, { unknownItems: 'create', supplier: '1' })
  t.match(body.summary, { created: 0, updated: 4, failed: 0 })
  for (const id of [1, 4, 5, 6]) t.match(await prices(id), { listPrice: '9' }, String(id))
  const twice = priceFile(piece('0100004', 800), piece('01 00004', 700))
  t.match((await send('componenttypes', twice)).body.summary, { failed: 2 })
  t.match((await commands.record(component, 4))?.item.values, { electricalNumber: '01 000 04' })
})
