import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, within } from '../testing/screen.tsx'
import { component } from '#contracts/catalogue/component.ts'
import { components } from '../components/components-screen.tsx'
import { openForm } from '../testing/examples.ts'
import { CatalogueScreen } from './catalogue-screen.tsx'

const noun = { one: 'materiale', the: 'materialet', many: 'materialer' }
const materials = { ...components, entity: { ...component, noun } } as unknown as typeof components
const Materials = () => <CatalogueScreen definition={materials} />
const companies = { '/api/suppliers': [], '/api/manufacturers': [] }

test('the texts of a screen agree with a neuter noun', async (t) => {
  const { user } = show(t, <Materials />, { ...companies, '/api/componenttypes': [] })
  t.ok(await screen.findByRole('button', { name: 'Opprett det første' }))
  const dialog = within(await openForm(user, 'Legg til materiale'))
  t.ok(dialog.getByRole('heading', { name: 'Opprett nytt materiale' }))
  t.ok(dialog.getByText('Legg til et nytt materiale i databasen'))
})

test('a delete of what has a neuter noun asks in correct Norwegian', async (t) => {
  const asked: string[] = []
  globalThis.confirm = (question) => asked.push(question!) === 0
  const { user } = show(t, <Materials />, {
    '/api/componenttypes': [{ id: 1, description: 'Stål' }],
  })
  await user.click(await screen.findByRole('button', { name: 'Slett Stål' }))
  t.same(asked, ['Er du sikker på at du vil slette dette materialet?'])
})
