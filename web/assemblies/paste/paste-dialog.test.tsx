import { test } from 'tap'
import { screen, show } from '../../testing/screen.tsx'
import { anAssembly } from '../testing/examples.ts'
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
