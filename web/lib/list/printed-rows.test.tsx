import { test, type Test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { act, show } from '../../testing/screen.tsx'
import type { View } from './list-props.ts'
import { PrintedRows } from './printed-rows.tsx'
import type { ListControl } from './use-list-state.ts'

type Row = { readonly id: number }

const shown = [{ key: 'id', label: 'Nr.', value: ({ id }: Row) => id }]

/** What is on paper of a list that has these rows loaded. */
const paperOf = async (t: Test, total: number, loaded: readonly number[]) => {
  const view: View<Row> = {
    at: (index) => (loaded.includes(index) ? { id: index + 1 } : undefined),
    count: total,
    total,
    loading: false,
    error: undefined,
    mutate: () => undefined,
    ids: async () => [],
  }
  const list = { name: 'deler', items: 'deler', state: {} as ListControl, card: () => null }
  show(t, <PrintedRows {...list} view={view} columns={shown} shown={shown} />)
  t.equal(document.querySelector('table'), null, 'there only while it prints')
  await act(async () => void dispatchEvent(new Event('beforeprint')))
  const note = document.querySelector('p')?.textContent.replaceAll(/\s/g, ' ') ?? null
  const cells = Array.from(document.querySelectorAll('td'), ({ textContent }) => textContent)
  await act(async () => void dispatchEvent(new Event('afterprint')))
  t.equal(document.querySelector('table'), null)
  return { note, cells }
}

const papers = [
  ['all of it', 3, [0, 1, 2], null, ['1', '2', '3']],
  ['nothing', 0, [], null, []],
  ['what is not there yet', 3, [], 'Utskriften har 0 av 3 deler.', []],
  ['no gap', 12_000, [0, 1, 3], 'Utskriften har 2 av 12 000 deler.', ['1', '2']],
  [
    'a page from the middle',
    12_000,
    [4_000, 4_001],
    'Utskriften har 2 av 12 000 deler, fra nr. 4 001.',
    ['4001', '4002'],
  ],
] as const

for (const [what, total, loaded, note, cells] of papers)
  test(`a printed list says how much of it is there: ${what}`, async (t) => {
    t.same(await paperOf(t, total, loaded), { note, cells })
  })
