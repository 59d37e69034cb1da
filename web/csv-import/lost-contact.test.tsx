import { test } from 'tap'
import { component } from '#contracts/catalogue/index.ts'
import { screen, show } from '../testing/screen.tsx'
import { CsvImportDialog } from './csv-import-dialog.tsx'
import { api, checked, csv, jobResponse } from './testing/examples.ts'

const dialog = <CsvImportDialog entity={component} onClose={() => undefined} />
const noContact = 'Får ikke kontakt med serveren. Prøv igjen om litt.'

test('a file that did not arrive is sent again without choosing it again', async (t) => {
  const answers = [() => Promise.reject(new Error('offline')), () => jobResponse(checked)]
  const { user } = show(
    t,
    dialog,
    api([checked], {
      'POST /api/csv-import/componenttypes?async=true': () => answers.shift()!(),
    }),
  )
  await user.upload(screen.getByLabelText('CSV-fil'), csv())
  t.match((await screen.findByRole('alert')).textContent, noContact)
  await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
  t.ok(await screen.findByText('Dette vil skje. Ingenting er skrevet ennå.'))
  t.equal(screen.queryByRole('alert'), null)
})

test('a file that was changed after it was chosen says so', async (t) => {
  const { user } = show(
    t,
    dialog,
    api([], {
      'POST /api/csv-import/componenttypes?async=true': () => Promise.reject(new Error('changed')),
    }),
  )
  const file = csv()
  await user.upload(screen.getByLabelText('CSV-fil'), file)
  await screen.findByText(noContact, { selector: '[role=alert] p' })
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadable')) }) as Blob
  await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
  t.ok(
    await screen.findByText('«deler.csv» er endret etter at du valgte den. Velg den på nytt.', {
      selector: '[role=alert] p',
    }),
  )
})
