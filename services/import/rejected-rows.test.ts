import { test } from 'tap'
import { startImporter } from './testing/importing.ts'

const header = 'Beskrivelse;Leverandor art.nr;ITO art.nr;Kostpris;Prisfaktor;Leverandor;Produsent'
const lines = (...rows: string[]) => `${header}\r\n${rows.join('\r\n')}\r\n`

test('a bad row is left out and can be downloaded, corrected and imported', async (t) => {
  const { send, ask } = await startImporter(t)
  const { body } = await send(
    'componenttypes',
    lines(
      'Lager;0815;K-1;1,5;1;;',
      '"=cmd|x";0816;K-2;-1;1;;',
      ';0817;K-3;;;;',
      'Kort;1',
      'Lager;9;k-1;;;;',
      'Lang;="0818";K-5;;;;;mer',
    ),
  )
  t.match(body.summary, { created: 1, failed: 5 })
  t.match(body.errors, [
    { line: 3, column: 'Kostpris', value: '-1', message: 'Kostpris må være positiv' },
    { line: 4, column: 'Beskrivelse', value: '', message: 'Dette feltet er påkrevd' },
    { line: 5, column: '', message: /2 felt, og overskriften 7/ },
    { line: 6, column: 'ITO art.nr', value: 'k-1', message: 'Samme ITO art.nr som på linje 2' },
    { line: 7, column: '', message: /8 felt, og overskriften 7/ },
  ])
  const faulty = await ask('GET', `/api/csv-import/jobs/${body.importId}/faulty.csv`)
  t.match(faulty.headers, { 'content-disposition': /fil_feil\.csv/ })
  t.equal(
    faulty.text,
    `\uFEFF${header};Feil\r\n` +
      `'=cmd|x;0816;K-2;-1;1;;;Kostpris: Kostpris må være positiv\r\n` +
      ';0817;K-3;;;;;Beskrivelse: Dette feltet er påkrevd\r\n' +
      'Kort;1;;;;;;Raden har 2 felt, og overskriften 7. Mangler det sitattegn eller skilletegn?\r\n' +
      'Lager;9;k-1;;;;;ITO art.nr: Samme ITO art.nr som på linje 2\r\n' +
      'Lang;0818;K-5;;;;;Raden har 8 felt, og overskriften 7. Mangler det sitattegn eller skilletegn?;mer\r\n',
  )
  const corrected = faulty.text
    .replace(';-1;', ';1,25;')
    .replace(';0817', 'Bolt;0817')
    .replace('k-1', 'K-4')
  const second = await send('componenttypes', corrected)
  // What nobody put right is as wrong as before.
  t.match(second.body.summary, { created: 4, failed: 1 })
  const left = await ask('GET', `/api/csv-import/jobs/${second.body.importId}/faulty.csv`)
  t.equal(
    left.text,
    `\uFEFF${header};Feil\r\n` +
      'Lang;0818;K-5;;;;;Raden har 9 felt, og overskriften 8. Mangler det sitattegn eller skilletegn?;mer\r\n',
  )
  const third = await send('componenttypes', left.text.replace(';mer', ''))
  t.match(third.body.summary, { created: 1, failed: 0 })
})
