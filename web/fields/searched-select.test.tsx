import { show, screen, until } from '../testing/screen.tsx'
import '../testing/menus.ts'
import { test } from 'tap'
import { useState } from 'react'
import { LabelledRecordSelect } from './record-select.tsx'

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Leverandør ${index + 1}` }))

const Field = ({ start = null }: { start?: number | null }) => {
  const [value, setValue] = useState<number | null>(start)
  return (
    <>
      <LabelledRecordSelect
        label="Leverandør"
        collection="suppliers"
        value={value}
        onChange={setValue}
        none="Ingen leverandør"
      />
      <output>{`valgt: ${value}`}</output>
    </>
  )
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const field = () => screen.getByLabelText<HTMLInputElement>('Leverandør')

test('a few choices are a drop-down in Norwegian order', async (t) => {
  const { user } = show(t, <Field />, { '/api/suppliers': names(12).toReversed() })
  await screen.findByRole('option', { name: 'Leverandør 12' })
  t.same(options().slice(0, 3), ['Ingen leverandør', 'Leverandør 1', 'Leverandør 2'])
  await user.selectOptions(field(), 'Leverandør 7')
  t.ok(screen.getByText('valgt: 7'))
})

test('many choices are filtered by typing, and a choice can be cleared', async (t) => {
  const { user } = show(t, <Field />, { '/api/suppliers': names(2_000) })
  t.ok(
    await screen.findByRole('combobox', { name: 'Leverandør' }),
    'its button is no part of its name',
  )
  await until(() => field().getAttribute('role') === 'combobox')
  await user.type(field(), 'ør 199')
  await until(() => options().length === 11)
  await user.click(screen.getByRole('option', { name: 'Leverandør 1995' }))
  t.ok(screen.getByText('valgt: 1995'))
  t.equal(field().value, 'Leverandør 1995')
  await user.tripleClick(field())
  await user.keyboard('finnes ikke')
  t.ok(await screen.findByText('Ingen treff'))
  await user.keyboard('{Escape}')
  t.equal(field().value, 'Leverandør 1995', 'what was typed was no choice')
  await user.click(screen.getByRole('button', { name: 'Vis valgene' }))
  t.ok(await screen.findByText(/^Viser 50 av 2.000/))
  await user.click(screen.getByRole('option', { name: 'Ingen leverandør' }))
  t.ok(screen.getByText('valgt: null'))
  await user.type(field(), 'ør 77{Enter}')
  t.ok(screen.getByText('valgt: 77'))
  await user.clear(field())
  t.ok(screen.getByText('valgt: null'), 'emptied is no choice')
})

test('very many choices are searched by the server, which also names the chosen one', async (t) => {
  const pageOf = (rows: unknown[], total: number) => () =>
    Response.json({ success: true, data: rows }, { headers: { 'x-total-count': `${total}` } })
  const page = 'sort=name&order=asc&limit=200&offset=0'
  const { user } = show(t, <Field start={77} />, {
    '/api/suppliers': pageOf([], 40_000),
    [`/api/suppliers?${page}`]: pageOf(names(200).slice(100), 40_000),
    [`/api/suppliers?q=Festo&${page}`]: pageOf([{ id: 9_001, name: 'Festo AS' }], 1),
    '/api/suppliers/77': { id: 77, name: 'Ahlsell' },
  })
  await until(() => field().value === 'Ahlsell')
  await user.clear(field())
  await user.type(field(), 'Festo')
  await user.click(await screen.findByRole('option', { name: 'Festo AS' }))
  t.ok(screen.getByText('valgt: 9001'))
})
