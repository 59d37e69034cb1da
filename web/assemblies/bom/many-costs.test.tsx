import { screen, show } from '../../testing/screen.tsx'
import { test } from 'tap'
import { anItem } from '../testing/examples.ts'
import { CostSection } from './cost-views.tsx'

const lines = Array.from({ length: 230 }, (_, at) => ({
  ...anItem(`Skrue ${at}`, { itemId: at + 1 }),
  quantity: 1,
  each: [],
  totals: [],
  complete: true,
  reason: null,
  explanation: null,
}))
const cost = { id: 1, name: 'Linje', totals: [], complete: true, missingCount: 0, lines }

test('the costs of very many parts are shown some at first, and the rest when asked for', async (t) => {
  const { user } = show(t, <CostSection assemblyId={1} />, {
    '/api/assemblytypes/1/cost?view=direct': { ...cost, unitMismatchCount: 0, missing: [] },
  })
  const more = await screen.findByText('Vis 30 til')
  const rows = () => document.querySelectorAll('tbody tr').length
  t.equal(rows(), 200)
  await user.click(more)
  t.equal(rows(), 230)
})
