import { test } from 'tap'
import { fireEvent, screen, show, until, type Answering } from '../../testing/screen.tsx'
import { anAssembly } from '../testing/examples.ts'
import { mostNumbers } from '#contracts/search-answers.ts'
import { withQuery } from '../../lib/with-query.ts'
import { PasteArea } from './paste-area.tsx'
import { PasteDialog } from './paste-dialog.tsx'

test('one pasted row is one line', async (t) => {
  const nothing = () => undefined
  const dialog = (
    <PasteDialog assembly={anAssembly(1)} text={'K-9\t1'} onDone={nothing} onClose={nothing} />
  )
  const found = [{ number: 'K-9', matches: [] }]
  show(t, dialog, { '/api/search/numbers?number=K-9': found })
  t.ok(await screen.findByText('1 linje, 1 må rettes'))
  t.ok(screen.getByRole('button', { name: 'Legg til 1 linje' }))
})

test('of two columns of numbers the one that has known parts is the number', async (t) => {
  const nothing = () => undefined
  const found = (number: string) => ({
    number,
    matches: [{ entity: 'componenttypes', id: 3, title: 'Skrue', number, supplier: null }],
  })
  const numbers = (...of: string[]) => withQuery('/api/search/numbers', { number: of })
  const shown = async (matches: unknown) => {
    const dialog = (
      <PasteDialog assembly={anAssembly(1)} text={'12\t301'} onDone={nothing} onClose={nothing} />
    )
    const { unmount } = show(t, dialog, {
      [numbers('12', '301')]: matches,
      [numbers('301')]: [found('301')],
      [numbers('12')]: [found('12')],
      'POST /api/assemblytypes/1/lines/check': { changes: [] },
    })
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(`${label}, linje 1`)
    await screen.findByText(/^Skrue/)
    const read = [field('Nummer').value, field('Antall').value]
    unmount()
    return read
  }
  t.same(await shown([{ number: '12', matches: [] }, found('301')]), ['301', '12'])
  t.same(await shown([found('12'), { number: '301', matches: [] }]), ['12', '301'])
  t.same(await shown([found('12'), found('301')]), ['12', '301'], 'as it says where both are known')
})

test('columns and rows that are not read are named above the lines', async (t) => {
  const nothing = () => undefined
  const text = 'Art.nr\tAntall\tFarge\nK-9\t1\trød\n\t7\tblå'
  const dialog = (
    <PasteDialog assembly={anAssembly(1)} text={text} onDone={nothing} onClose={nothing} />
  )
  show(t, dialog, { '/api/search/numbers?number=K-9': [{ number: 'K-9', matches: [] }] })
  const left = await screen.findByRole('list', { name: 'Ikke lest' })
  t.equal(
    left.textContent,
    'Kolonner som ikke leses: FargeUten nummer og beskrivelse, og ikke tatt med: linje 3',
  )
})

test('rows that could not be checked say so, and are checked again when asked', async (t) => {
  const nothing = () => undefined
  let isDown = true
  const upOr =
    (data: unknown): Answering =>
    () =>
      isDown
        ? new Response('<h1>Nginx</h1>', { status: 503 })
        : Response.json({ success: true, data })
  const found = { entity: 'componenttypes', id: 3, title: 'Skrue', number: 'K-9', supplier: null }
  const change = { kind: 'component', itemId: 3, before: null, after: { quantity: 1 } }
  const dialog = (
    <PasteDialog assembly={anAssembly(1)} text={'K-9\t1'} onDone={nothing} onClose={nothing} />
  )
  const { user } = show(t, dialog, {
    '/api/search/numbers?number=K-9': upOr([{ number: 'K-9', matches: [found] }]),
    'POST /api/assemblytypes/1/lines/check': upOr({ changes: [change] }),
  })
  const again = async () => {
    await screen.findByText(/^Kunne ikke kontrollere linjene: Systemet er ikke tilgjengelig/)
    t.notMatch(document.body.textContent, /Kontrollerer|Søker/, 'nothing is going on')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
  }
  await again()
  await screen.findByText('1 ny linje')
  isDown = true
  await user.clear(screen.getByLabelText('Antall, linje 1'))
  await user.type(screen.getByLabelText('Antall, linje 1'), '2')
  await user.tab()
  await again()
  await screen.findByText('1 ny linje')
})

test('more rows than can be added at once are not checked, and say how many can', async (t) => {
  const nothing = () => undefined
  const numbers = Array.from({ length: 1_001 }, (_, at) => `K-${at}`)
  const text = numbers.map((number) => `${number}\t1`).join('\n')
  const answers: Record<string, unknown> = {}
  for (let at = 0; at < numbers.length; at += mostNumbers) {
    const some = numbers.slice(at, at + mostNumbers)
    answers[withQuery('/api/search/numbers', { number: some })] = some.map((number, nth) => ({
      number,
      matches: [{ entity: 'componenttypes', id: at + nth + 1, title: `Skrue ${number}`, number }],
    }))
  }
  const { sent } = show(
    t,
    <PasteDialog assembly={anAssembly(1)} text={text} onDone={nothing} onClose={nothing} />,
    answers,
  )
  t.ok(await screen.findByText(/^Høyst 1.000 rader om gangen\.$/))
  await until(() => document.body.textContent.includes('Skrue K-0'))
  await until(() => !document.body.textContent.includes('Søker'))
  t.notOk(sent.some(({ path }) => path.endsWith('/lines/check')))
  t.notMatch(document.body.textContent, /Prøv igjen|Kontrollerer/)
})

test('a spreadsheet that cannot be read here is refused with what to do', async (t) => {
  const onTable = () => t.fail('it was read as text')
  const error = 'Dette er en eldre Excel-arbeidsbok (.xls).'
  show(t, <PasteArea typed="" onType={() => undefined} onTable={onTable} />, {
    'POST /api/csv-import/table': () => Response.json({ success: false, error }, { status: 415 }),
  })
  const workbook = new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)], 'liste.xls')
  const input = screen.getByLabelText('Excel- eller CSV-fil')
  fireEvent.change(input, { target: { files: [workbook] } })
  t.ok(await screen.findByText(error))
})

test('a list that shows no structure says so where it was pasted', async (t) => {
  const nothing = () => undefined
  const text = 'Type\tId\tITO art.nr\tAntall\tNivå\nKomponent\t3\tK-3\t8\t2'
  show(
    t,
    <PasteDialog assembly={anAssembly(1)} text={text} onDone={nothing} onClose={nothing} />,
    {},
  )
  t.match((await screen.findByRole('alert')).textContent, /^Dette er en eksplodert stykkliste/)
  t.ok(screen.getByLabelText('Rader fra regnearket'))
})
