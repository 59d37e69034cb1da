import { gunzipSync } from 'node:zlib'
import Papa from 'papaparse'
import { test } from 'tap'
import { readList } from '#contracts/csv/lists.ts'
import { assembly, component, motor, supplier } from '#contracts/catalogue/index.ts'
import { querySide } from '../testing/query-side.ts'
import { aPrice, offered, priced, registered } from '../testing/events.ts'

test('a list is downloaded as a file that a Norwegian Excel opens, and runs nothing in', async (t) => {
  const { get, given } = await querySide(t)
  await given(
    registered(supplier, 1, { name: '=Ahlsell', orderEmail: 'a@b.no', address: 'Gata 1' }),
    registered(component, 1, {
      description: 'Skrue "M8"; lang',
      supplierArticlenumber: '0815',
      weight: 1.234,
      tags: ['a;b', '=c'],
      supplierId: 1,
    }),
    priced(component, 1, aPrice({ costPrice: '1234.5' })),
    registered(component, 2, { description: '-5 grader' }),
  )
  const reply = await get('/api/componenttypes/export.csv')
  t.match(reply.headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': /filename\*=UTF-8''komponenter_\d{4}-\d\d-\d\d\.csv/,
  })
  const [head, first, second, end] = reply.payload.split('\r\n')
  t.match(head, /^\uFEFFBeskrivelse;Leverandor art\.nr;PP Beskrivelse;.*;Produsent;/)
  t.match(first, /^"Skrue ""M8""; lang";0815;.*;"""a;b""; =c";.*'=Ahlsell;/)
  t.match(Papa.parse(reply.payload, { header: true }).data[0], {
    Vekt: '1,2340',
    Kostpris: '1234,5',
    'Kostpris valuta': 'NOK',
    Prisfaktor: '1,5',
    Listepris: '',
    Leverandor: "'=Ahlsell",
    Produsent: '',
    Prisenhet: 'stk',
    'Gjelder fra': '',
    'Minste bestilling': '',
    Leveringstid: '',
  })
  t.match(second, /^'-5 grader;;/)
  t.equal(end, '')
  const comma = await get('/api/componenttypes/export.csv?separator=comma&q=skrue')
  t.match(comma.payload, /^Beskrivelse,Leverandor art\.nr,/)
  t.equal(comma.payload.trim().split('\r\n').length, 2, 'what a search finds')
  t.match((await get('/api/suppliers/export.csv')).payload, /'=Ahlsell;a@b\.no;.*;Gata 1;/)
})

test('a file is packed for who can unpack it', async (t) => {
  const { get, given } = await querySide(t)
  await given(registered(component, 1, { description: 'Skrue' }))
  const plain = await get('/api/componenttypes/export.csv')
  const packed = await get('/api/componenttypes/export.csv', { 'accept-encoding': 'gzip' })
  t.equal(plain.headers['content-encoding'], undefined)
  t.match(packed.headers, { 'content-encoding': 'gzip', vary: 'accept-encoding' })
  t.equal(gunzipSync(packed.rawPayload).toString(), plain.payload)
})

test('every list has a file, also an empty one', async (t) => {
  const { get, given } = await querySide(t)
  await given(registered(motor, 1, { supplierArticlenumber: 'M-1', brake: true }))
  for (const name of ['projects', 'suppliers', 'manufacturers', 'assemblytypes', 'sensortypes']) {
    const { statusCode, payload } = await get(`/api/${name}/export.csv`)
    t.same([statusCode, payload.split('\r\n').length], [200, 2], name)
  }
  t.match((await get('/api/motortypes/export.csv')).payload, /\r\nM-1;.*;Ja;/)
})

test('a list is downloaded as it is shown: its filters, order and columns, as CSV and XLSX', async (t) => {
  const { get, given } = await querySide(t)
  await given(
    registered(supplier, 1, { name: 'Ahlsell', orderEmail: 'a@b.no' }),
    registered(motor, 1, { supplierArticlenumber: '=A', power: 0.55, shaft: 'Ø9', supplierId: 1 }),
    registered(motor, 2, { supplierArticlenumber: 'B', power: 2, shaft: 20, brake: true }),
    registered(motor, 3, { supplierArticlenumber: 'C' }),
    priced(motor, 2, aPrice({ costPrice: '1234.5', costPriceCurrency: 'EUR' })),
    priced(motor, 2, aPrice({ costPrice: '1300' }), null, '2099-01-01'),
    registered(supplier, 2, { name: 'Sørvik' }),
    offered(motor, 2, 2, { supplierArticlenumber: 'S-1', costPrice: '0.5', leadTime: 1 }),
  )
  const columns = [
    'supplierArticlenumber',
    'power',
    'shaft',
    'brake',
    'supplierId',
    'costPrice',
    'coming',
    'offers',
  ]
  const asked = `power.min=0.5&sort=power&order=desc&${columns.map((key) => `columns=${key}`).join('&')}`
  const reply = await get(`/api/motortypes/export?${asked}`)
  t.equal(
    reply.payload,
    '\uFEFFLeverandør art.nr;Effekt (kW);Aksel;Brems;Leverandør;Kostpris;Neste kostpris;Neste valuta;Neste pris gjelder fra;Andre leverandører;Valuta;Prisenhet\r\n' +
      'B;2;20;Ja;;1234,5;1300;NOK;2099-01-01;Sørvik: S-1, 0,5 NOK per stk, 1 dag;EUR;stk\r\n' +
      "'=A;0,55;Ø9;Nei;Ahlsell;;;;;;;\r\n",
  )
  const night = await get(`/api/motortypes/export?asOf=2020-01-31T23:30:00Z`)
  t.match(
    night.headers,
    { 'content-disposition': /motortyper 2020-02-01\.csv/ },
    'the day in Norway',
  )
  const workbook = await get(`/api/motortypes/export?${asked}&format=xlsx`)
  t.match(workbook.headers, { 'content-disposition': /motortyper.*\.xlsx/ })
  t.equal(workbook.rawPayload.subarray(0, 2).toString(), 'PK')
  t.match((await get('/api/motortypes/export?columns=hemmelig')).json(), {
    details: [{ path: 'columns' }],
  })
})

test('the texts of a list are read back as they were', async (t) => {
  const { get, given } = await querySide(t)
  const lists = [['lager', 'nord'], ['a;b', 'c'], ['1,5'], ['ett, to'], ['"hele"', 'x|y']]
  await given(
    ...lists.map((tags, at) => registered(component, at + 1, { description: `${at}`, tags })),
  )
  const { payload } = await get('/api/componenttypes/export?columns=tags&columns=description')
  const { data } = Papa.parse<{ Tags: string }>(payload, { header: true, skipEmptyLines: true })
  t.equal(data[0]?.Tags, 'lager, nord', 'as on the screen')
  t.same(
    data.map(({ Tags }) => readList(Tags)),
    lists,
  )
})

test('a file has the beginning of a long name, also if it is cut within a sign', async (t) => {
  const { get, given } = await querySide(t)
  const names = [`${'a'.repeat(49)}😀`, `${'a'.repeat(79)}😀`]
  await given(...names.map((name, at) => registered(assembly, at + 1, { name })))
  for (const path of [
    'assemblytypes/2/export',
    'assemblytypes/1/compare/2/export',
    'purchasing/export?assembly=2',
  ]) {
    const { statusCode, headers } = await get(`/api/${path}`)
    t.equal(statusCode, 200, path)
    t.match(headers['content-disposition'], /^attachment; filename="[\x20-\x7e]*a{49}/)
  }
})
