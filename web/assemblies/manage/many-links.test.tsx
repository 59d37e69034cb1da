import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until } from '../../testing/screen.tsx'
import { mostLines } from '#contracts/assembly/link-kinds.ts'
import { anAssembly } from '../testing/examples.ts'
import { LinksTab } from './links-tab.tsx'

const link = (componentId: number, description: string) => ({
  componentId,
  quantity: 1,
  notes: null,
  sortOrder: componentId,
  component: { id: componentId, description },
})
const nothing = () => undefined

test('of very many parts the first are shown, the search finds all', async (t) => {
  const links = Array.from({ length: mostLines + 2 }, (_, at) => link(at + 1, `Skrue ${at + 1}`))
  const { user } = show(
    t,
    <LinksTab assembly={anAssembly(1)} kind="component" onManage={nothing} onAdded={nothing} />,
    { '/api/assemblytypes/1/components': [...links, link(mostLines + 3, 'Nål')] },
  )
  await screen.findByText('Vis 3 til')
  const rows = () => document.querySelectorAll('li').length
  t.equal(rows(), mostLines)
  await user.type(screen.getByLabelText('Søk i komponenter som er lagt til'), 'Nål')
  await until(() => rows() === 1)
  t.ok(screen.getByText('Nål'))
})
