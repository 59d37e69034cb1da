import { test } from 'tap'
import {
  startImporter,
  multipartBody,
  multipartHeaders,
  type Fields,
  type Importer,
} from './testing/importing.ts'

const file = 'Varenr;Varenavn\nA-1;Bolt\n'
const mapping = { Varenr: 'supplierArticlenumber', Varenavn: 'description' }
const asText = JSON.stringify

/** What is refused, and that nothing was written for it. */
const refusal = async ({ send, ask, events }: Importer, fields: Fields, entity = 'suppliers') => {
  const content = entity === 'suppliers' ? 'Navn,Ordre e-post\nA,a@b.no\n' : file
  const { status, body } = await send(entity, content, fields)
  const jobs = (await ask('GET', '/api/csv-import/jobs')).body.data
  const details = body.details as readonly { readonly path: string }[] | undefined
  return {
    status,
    code: body.code,
    paths: details?.map(({ path }) => path),
    jobs,
    events: events(),
  }
}
const refused = (...paths: string[]) => ({
  status: 400,
  code: 'VALIDATION',
  paths,
  jobs: [],
  events: [],
})

test('a field that is not known, or says what it cannot, is refused by name', async (t) => {
  const importer = await startImporter(t)
  const wrong: Fields[] = [
    ...['yes', 'kanskje', '', 'TRUE', '1', 'on', 'ja', ' true'].map((dryRun) => ({ dryRun })),
    { dryrun: 'true' },
    { farge: 'rød' },
    { updateBehavior: 'overwrite' },
    { updateBehavior: '' },
    { uniqueIdentifier: 'id' },
    { uniqueIdentifier: '' },
    { emptyCells: '' },
    { encoding: '' },
    { delimiter: '' },
    { decimal: '' },
    { mapping: '' },
    // That of price files, which become no suppliers.
    { otherSuppliers: 'take' },
  ]
  for (const fields of wrong)
    t.same(await refusal(importer, fields), refused(Object.keys(fields)[0]!), asText(fields))
  t.same(
    await refusal(importer, { dryrun: 'true', farge: 'rød', decimal: 'x' }),
    refused('decimal', 'dryrun', 'farge'),
    'all at once',
  )
  t.match(await refusal(importer, { mapping: '{"Navn":"navnet"}' }), refused('mapping.Navn'))
})

test('a mapping names what the file and the records have', async (t) => {
  const importer = await startImporter(t)
  const said = (more: object) =>
    importer.send('componenttypes', file, { mapping: asText({ ...mapping, ...more }) })
  const before = importer.events().length
  t.match(await said({ Varenavn: 'navn' }), {
    status: 400,
    body: { code: 'VALIDATION', details: [{ path: 'mapping.Varenavn', message: /«navn»/ }] },
  })
  t.match(await said({ Farge: 'type' }), {
    status: 400,
    body: { code: 'VALIDATION', error: /^Filen har ingen kolonne «Farge»/ },
  })
  t.match(await said({ Farge: '' }), { status: 400 })
  t.equal(importer.events().length, before)
  t.match(await said({}), { status: 200, body: { summary: { created: 1 } } })
})

test('a field or a file that is sent twice is refused, and a file by another name', async (t) => {
  const { ask, events } = await startImporter(t)
  const [part, boundary] = ['Content-Disposition: form-data; name=', '------grense']
  const field = (name: string, value: string) =>
    `${boundary}\r\n${part}"${name}"\r\n\r\n${value}\r\n`
  const upload = (name: string) =>
    `${boundary}\r\n${part}"${name}"; filename="a.csv"\r\n\r\nNavn,Ordre e-post\nA,a@b.no\n\r\n`
  const paths = async (...parts: string[]) => {
    const content = Buffer.from(`${parts.join('')}${boundary}--\r\n`)
    const { status, body } = await ask(
      'POST',
      '/api/csv-import/suppliers',
      content,
      multipartHeaders,
    )
    return [status, body.details]
  }
  t.match(await paths(field('dryRun', 'true'), field('dryRun', 'false'), upload('file')), [
    400,
    [{ path: 'dryRun' }],
  ])
  t.match(await paths(upload('file'), upload('file')), [400, [{ path: 'file' }]])
  t.match(await paths(upload('fil')), [400, [{ path: 'fil' }]])
  t.equal(events().length, 0)
})

test('a file that only begins as a workbook is refused with what to do', async (t) => {
  const { ask } = await startImporter(t)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const workbook = multipartBody(Uint8Array.of(0x50, 0x4b, 3, 4, 20), {}, { name: 'a.xlsx', type })
  t.match(await ask('POST', '/api/csv-import/suppliers', workbook, multipartHeaders), {
    status: 415,
    body: { code: 'UNSUPPORTED_TYPE', error: /Arbeidsboken er skadet.* Åpne den i Excel/ },
  })
})
