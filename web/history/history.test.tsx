import { screen, show, within } from '../testing/screen.tsx'
import { useState } from 'react'
import { test } from 'tap'
import type { HistoryItem } from '#contracts/history.ts'
import { SuppliersScreen } from '../suppliers/suppliers-screen.tsx'
import { suppliers } from '../testing/examples.ts'
import { HistoryDialog } from './history-dialog.tsx'
import type { Subject } from './changes.ts'

const change = (position: number, item: Partial<HistoryItem>): HistoryItem => ({
  position: String(position),
  at: `2026-03-0${position}T10:00:00.000Z`,
  recordedAt: `2026-03-0${position}T10:00:01.000Z`,
  user: { id: '7', name: 'Kari Nordmann' },
  via: { kind: 'form' },
  reason: null,
  event: null,
  text: null,
  changes: [],
  names: {},
  currency: null,
  ...item,
})
const from = (field: string, before: unknown, after: unknown) => ({
  field,
  from: before,
  to: after,
})

/** A fake API with two changes per page, newest first. */
const paged = (path: string, items: readonly HistoryItem[]) => ({
  [path]: () =>
    Response.json(
      { success: true, data: items.slice(0, 2) },
      { headers: { 'x-next-before': '2' } },
    ),
  [`${path}?before=2`]: items.slice(2),
})

const opened = (subject: Subject) => (
  <HistoryDialog subject={subject} title="Girmotor" onClose={() => {}} />
)
const linesOf = (item: HTMLElement) =>
  within(item)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent.replaceAll('\u00a0', ' '))

test('the history shows who, when, how, why, and both values', async (t) => {
  const items = [
    change(3, {
      via: { kind: 'import', import: 'j1', file: 'motorer.csv', line: 1_200 },
      reason: 'Ny prisliste',
      currency: 'EUR',
      names: {
        'suppliers/3': { name: 'Elektro', now: 'Elektro AS' },
        'suppliers/4': { name: 'Nordlys', now: null },
      },
      changes: [
        from('supplierId', 3, 4),
        from('brake', false, true),
        from('costPrice', 1234.5, 0.1234),
        from('priceUnit', 'stk', 'm'),
      ],
    }),
    change(2, {
      user: { id: '8', name: 'nattjobb', now: 'per.hansen' },
      via: { kind: 'bulk', import: 'j2', file: '2 motortyper' },
      changes: [from('power', null, 0.75), from('otherFiles', [], [])],
    }),
    change(1, {
      recordedAt: '2026-03-01T10:05:00.000Z',
      via: { kind: 'token' },
      event: 'created',
      changes: [from('description', null, 'Girmotor'), from('notes', null, '')],
    }),
  ]
  const answers = paged('/api/motortypes/7/history', items)
  const { user } = show(t, opened({ entity: 'motortypes', id: 7 }), answers, 'revisor')
  const shown = await screen.findAllByRole('listitem')
  t.match(shown[0]!.textContent, /Kari Nordmann.*Import motorer\.csv linje 1.200/)
  t.match(shown[0]!.textContent, 'Begrunnelse: Ny prisliste')
  const linked = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  t.equal(linked('Alt fra denne importen'), '/revisjon?import=j1')
  t.equal(linked('Alt fra denne samlede endringen'), '/revisjon?import=j2')
  t.equal(linked('Vis i Revisjon'), '/revisjon?entity=motortypes&id=7')
  t.same(linesOf(shown[0]!), [
    'LeverandørElektro (nå Elektro AS)Nordlys (slettet)',
    'BremsNeiJa',
    'Kostpris1 234,50 EUR0,1234 EUR',
    'Prisenhetstkm',
  ])
  t.match(shown[1]!.textContent, 'nattjobb (nå per.hansen)')
  t.same(linesOf(shown[1]!), ['Effekt–0,75 kW'])

  await user.click(screen.getByRole('button', { name: 'Vis eldre' }))
  const oldest = await screen.findByText('Opprettet')
  const last = oldest.closest('li')!
  t.match(last.textContent, /API-nøkkel.*Skrevet i hendelsesloggen/)
  t.same(linesOf(last), ['Beskrivelse–Girmotor'])
  t.equal(screen.queryByRole('button', { name: 'Vis eldre' }), null)
  t.equal(document.activeElement, last, 'where the reader goes on')
})

test('links and attributes of an assembly are shown by name', async (t) => {
  const items = [
    change(1, {
      changes: [
        from('components/53/quantity', 2, 4),
        from('subassemblies/8/quantity', null, 1),
        from('attributes/12/value', '400', '690'),
        from('components/53/notes', null, 'Syrefast'),
        from('sensors/9/quantity', 2, null),
      ],
      names: {
        'componenttypes/53': { name: 'Skrue M8', now: 'Skrue M8' },
        'assemblytypes/8': { name: 'Celle', now: 'Celle' },
        'attributes/12': { name: 'Spenning', now: 'Spenning' },
        'sensortypes/9': { name: 'Fotocelle', now: null },
      },
    }),
  ]
  const { sent } = show(t, opened({ entity: 'assemblytypes', id: 2 }), {
    '/api/assemblytypes/2/history': items,
  })
  const link = await screen.findByRole('link', { name: 'Skrue M8' })
  t.equal(link.getAttribute('href'), '/components/53')
  t.same(
    sent.map(({ path }) => path),
    ['/api/assemblytypes/2/history'],
    'no further questions',
  )
  t.same(linesOf(screen.getByRole('listitem')), [
    'Komponent: Skrue M8',
    'Antall24',
    'Notat–Syrefast',
    'Underenhet: Celle',
    'Antall–1',
    'Attributt: Spenning',
    'Verdi400690',
    'Sensor: Fotocelle (slettet)',
    'Antall2–',
  ])
})

const InThePast = () => {
  useState(() => history.replaceState(null, '', '/?asOf=2026-03-01'))
  return opened({ entity: 'suppliers', id: 1 })
}

test('while the app shows the past, a history says that it goes on until now', async (t) => {
  show(t, <InThePast />, { '/api/suppliers/1/history': [change(1, {})] })
  t.ok(await screen.findByText('Hver endring til nå, den nyeste først.'))
})

test('a history that cannot be read says why', async (t) => {
  show(t, opened({ entity: 'suppliers', id: 1 }))
  t.match((await screen.findByRole('alert')).textContent, 'Kunne ikke hente historikken')
})

test('the history button is for users who may see history', async (t) => {
  for (const [role, offered] of [
    ['revisor', 2],
    ['leser', 0],
  ] as const)
    await t.test(role, async (u) => {
      show(u, <SuppliersScreen />, { '/api/suppliers': suppliers }, role)
      await screen.findByRole('gridcell', { name: 'Elektro AS' })
      u.equal(screen.queryAllByRole('button', { name: /^Historikk/ }).length, offered)
    })
})

test('what changed no value is told in words', async (t) => {
  const items = [
    change(3, { event: 'erased' }),
    change(2, { changes: [from('name', 'Nordlys', 'Nordlys AS')] }),
    change(1, { text: 'Leverandør «Nordlys» ble godkjent.' }),
  ]
  const subject: Subject = { entity: 'suppliers', id: 3 }
  show(t, opened(subject), { '/api/suppliers/3/history': items }, 'redaktør')
  const said = (await screen.findAllByRole('listitem')).map(
    ({ textContent }) => /(Kontaktopplysninger|Leverandør) .*/.exec(textContent)?.[0],
  )
  t.same(said, [
    'Kontaktopplysninger slettet for godt',
    undefined,
    'Leverandør «Nordlys» ble godkjent.',
  ])
})
