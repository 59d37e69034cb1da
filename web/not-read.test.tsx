import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import './testing/dom.ts'
import './testing/menus.ts'
import { useState, type ReactElement } from 'react'
import { component, entities, supplier } from '#contracts/catalogue/index.ts'
import { valueAt } from '#contracts/entity.ts'
import { SetUpScreen } from './access/set-up-screen.tsx'
import { Picker } from './assemblies/manage/picker.tsx'
import { anAssembly } from './assemblies/testing/examples.ts'
import { Offers } from './catalogue/offers.tsx'
import { OpenedRecord } from './catalogue/opened-record.tsx'
import { UsedBy } from './catalogue/used-by.tsx'
import { AllChanges } from './csv-import/all-changes.tsx'
import { EarlierImports, useEarlier } from './csv-import/earlier-imports.tsx'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { LabelledRecordSelect } from './fields/record-select.tsx'
import { JournalScreen } from './journal/journal-screen.tsx'
import { ViewsButton } from './lib/list/views/views-button.tsx'
import { WhereUsed } from './catalogue/where-used.tsx'
import { Palette } from './search/palette.tsx'
import { api } from './testing/examples.ts'
import { screen, show, until, type Answering, type Api } from './testing/screen.tsx'

const nothing = () => undefined
const state = { search: '', filters: {}, sort: null, view: 'list', hidden: [], hiddenOnCards: [] }

const Earlier = () => {
  const { earlier } = useEarlier(component)
  return <EarlierImports earlier={earlier} onUndo={nothing} onResume={nothing} disabled={false} />
}
const earlierJob = {
  id: '1',
  kind: 'import',
  entity: 'componenttypes',
  fileName: 'deler.csv',
  state: 'done',
  stage: 'run',
}

const plannedChange = {
  line: 2,
  title: 'Skrue',
  field: 'Notater',
  from: null,
  to: 'sekskant',
}
const manyChanges = { priceChangeCount: 0, changeCount: 150 }

const OneTimeLink = () => {
  useState(() => history.replaceState(null, '', '/oppsett#abc'))
  return <SetUpScreen />
}

type Case = {
  readonly element: ReactElement
  /** What cannot be read the first time, and what is there the second time. */
  readonly path: string
  readonly answer: unknown
  readonly shows: RegExp
  readonly rest?: Api
  readonly act?: (user: ReturnType<typeof show>['user']) => Promise<void>
}

const counts = Object.fromEntries(entities.map(({ name }) => [`/api/${name}?limit=1`, [{}]]))
const overview = { changed: [], prices: [], unpriced: { count: 0, parts: [] } }
const row = { id: 7 } as never

const cases: Readonly<Record<string, Case>> = {
  'a figure of the dashboard': {
    element: <DashboardScreen />,
    path: '/api/suppliers?limit=1',
    answer: [{}],
    shows: /Aktiv/,
    rest: { '/api/overview': overview, '/api/access/users': [{}, {}] },
  },
  'the news of the dashboard': {
    element: <DashboardScreen />,
    path: '/api/overview',
    answer: overview,
    shows: /Ingenting ennå/,
    rest: { ...counts, '/api/access/users': [{}, {}] },
  },
  'what a part is used in': {
    element: <WhereUsed collection="componenttypes" id={7} />,
    path: '/api/componenttypes/7/where-used',
    answer: [],
    shows: /Brukes ikke i noen sammenstilling/,
  },
  'what refers to a record': {
    element: <UsedBy entity={supplier} row={row} />,
    path: '/api/manufacturers?supplierId=7&limit=100',
    answer: [{ id: 3, name: 'Festo' }],
    shows: /Festo/,
  },
  'offers of other suppliers': {
    element: <Offers entity={component} row={row} />,
    path: '/api/componenttypes/7/offers',
    answer: [],
    shows: /Ingen tilbud fra andre/,
  },
  'records to choose from': {
    element: (
      <LabelledRecordSelect
        label="Leverandør"
        collection="suppliers"
        value={null}
        onChange={nothing}
        none="Ingen"
      />
    ),
    path: '/api/suppliers',
    answer: [{ id: 10, name: 'Elektro AS' }],
    shows: /Elektro AS/,
  },
  'saved views': {
    element: <ViewsButton list="manufacturers" state={state as never} mayShare />,
    path: '/api/access/views?list=manufacturers',
    answer: [],
    shows: /Ingen visninger er lagret ennå/,
    act: (user) => user.click(screen.getByRole('button', { name: 'Visninger' })),
  },
  'earlier imports': {
    element: <Earlier />,
    path: '/api/csv-import/jobs',
    answer: [earlierJob],
    shows: /Tidligere importer/,
  },
  'hits of the search': {
    element: <Palette onClose={nothing} />,
    path: '/api/search?q=b',
    answer: [],
    shows: /Ingen treff/,
    act: (user) => user.type(screen.getByRole('combobox'), 'b'),
  },
  'links in the picker, which leaves out what is linked': {
    element: (
      <Picker assembly={anAssembly(1)} kind="component" onAdded={nothing} onClose={nothing} />
    ),
    path: '/api/assemblytypes/1/components',
    answer: [],
    shows: /Skrue/,
    rest: { '/api/componenttypes': [{ id: 1, description: 'Skrue' }] },
  },
  'the key of the checkpoint': {
    element: <JournalScreen />,
    path: '/api/audit/key',
    answer: () => new Response('log+abc+key'),
    shows: /Signert sjekkpunkt/,
    rest: {
      '/api/journal': [],
      '/api/journal/choices': { users: [], imports: [] },
      '/api/audit/checkpoint': () => new Response('log\n1\nrot\n'),
    },
  },
  'a one-time link': {
    element: <OneTimeLink />,
    path: 'POST /api/access/code',
    answer: { purpose: 'reset', username: 'kari', name: 'Kari', role: 'leser', minimumLength: 12 },
    shows: /Lagre og logg inn|kan ikke brukes/,
  },
  'all changes of an import': {
    element: <AllChanges job={earlierJob as never} answer={manyChanges as never} />,
    path: '/api/csv-import/jobs/1/changes?limit=100&after=0',
    answer: [plannedChange],
    shows: /sekskant/,
    act: (user) => user.click(screen.getByText(/Alle endringer i filens rekkefølge/)),
  },
  'the choices of the journal': {
    element: <JournalScreen />,
    path: '/api/journal/choices',
    answer: { users: [{ id: 'a', name: 'Kari' }], imports: [] },
    shows: /Kari/,
    rest: {
      '/api/journal': [],
      '/api/audit/key': () => new Response('log+abc+key'),
      '/api/audit/checkpoint': () => new Response('log\n1\nrot\n'),
    },
  },
}

const isText = (text: RegExp) => () => text.test(document.body.textContent)

for (const [what, { element, path, answer, shows, rest, act }] of Object.entries(cases))
  test(`says that it could not read ${what}, and reads it again when asked`, async (t) => {
    let isDown = true
    const answering: Answering = (sent) => {
      if (isDown) return new Response('<h1>Nginx</h1>', { status: 503 })
      if (typeof answer === 'function') return (answer as Answering)(sent)
      return Response.json({ success: true, data: answer })
    }
    const { user } = show(t, element, { ...rest, [path]: answering }, 'administrator')
    await act?.(user)
    await until(isText(/Systemet er ikke tilgjengelig akkurat nå/))
    t.notOk(isText(shows)(), 'nor does it claim anything else')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
    await until(isText(shows))
    t.equal(screen.queryByRole('button', { name: 'Prøv igjen' }), null)
  })

test('a record that could not be read is not said to be deleted', async (t) => {
  let answer = () => new Response('<h1>Logg inn</h1>')
  const element = (
    <OpenedRecord of="suppliers" id="9" onClose={nothing}>
      {(opened) => <p>{String(valueAt(opened, 'name'))}</p>}
    </OpenedRecord>
  )
  const { user } = show(t, element, { ...api, '/api/suppliers/9': () => answer() })
  await screen.findByRole('heading', { name: 'Kunne ikke hente posten' })
  t.notMatch(document.body.textContent, /slettet/)
  answer = () => Response.json({ success: true, data: { id: 9, name: 'Festo' } })
  await user.click(screen.getByRole('button', { name: 'Prøv igjen' }))
  await screen.findByText('Festo')
})

test('a search for records of the journal that failed is not one without hits', async (t) => {
  const { user } = show(t, <JournalScreen />, { '/api/journal': [] }, 'revisor')
  await user.type(screen.getByLabelText('Post'), 'b')
  await until(isText(/Ikke i testen: \/api\/journal\/records/))
  t.notMatch(document.body.textContent, /Ingen treff/)
})
