import { screen, show } from '../../testing/screen.tsx'
import { test } from 'tap'
import { anItem } from '../testing/examples.ts'
import { CostSection } from './cost-views.tsx'

const lines = Array.from({ length: 530 }, (_, at) => ({
  ...anItem(`Skrue ${at}`, { itemId: at + 1 }),
  quantity: 1,
  each: [],
  totals: [],
  complete: true,
  reason: null,
  explanation: null,
}))
const cost = { id: 1, name: 'Linje', totals: [], complete: true, missingCount: 0, lines }

test('the costs of very many parts are shown some at a time, and the focus goes on at the new ones', async (t) => {
  const { user } = show(t, <CostSection assemblyId={1} />, {
    '/api/assemblytypes/1/cost?view=direct': { ...cost, unitMismatchCount: 0, missing: [] },
  })
  const rows = () => document.querySelectorAll('tbody tr').length
  const more = await screen.findByText(/^Vis flere \(330 til\)/)
  t.equal(rows(), 200)
  await user.click(more)
  t.equal(rows(), 450)
  t.match(document.activeElement?.closest('tr')?.textContent, 'Skrue 200')
  await user.click(screen.getByText('Vis 80 til'))
  t.equal(rows(), 530)
  t.match(document.activeElement?.closest('tr')?.textContent, 'Skrue 450')
  await user.click(screen.getByText('Vis færre'))
  t.equal(rows(), 200)
})
