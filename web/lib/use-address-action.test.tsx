import { test, type Test } from 'tap'
import type { Role } from '#contracts/access.ts'
// Must be the first import: libraries check for a document when they load.
import { act, screen, show, until } from '../testing/screen.tsx'
import { ManufacturersScreen } from '../manufacturers/manufacturers-screen.tsx'
import { api } from '../testing/examples.ts'
import { asking } from './use-address-action.ts'

const openAt = (t: Test, what: string, role: Role) => {
  show(t, <ManufacturersScreen />, api, role)
  act(() => history.replaceState(null, '', asking('/manufacturers?q=a', what)))
}
const refusal = /^Lenken ber om noe som ikke finnes på denne siden/

test('an action in the address is done once', async (t) => {
  openAt(t, 'ny', 'redaktør')
  t.ok(await screen.findByRole('dialog', { name: 'Opprett ny produsent' }))
  t.equal(location.search, '?q=a')
  t.equal(screen.queryByText(refusal), null)
})

for (const [what, role] of [
  ['ny', 'leser'],
  ['importer', 'redaktør'],
  ['tull', 'redaktør'],
] as const)
  test(`an action that the page does not have is said and forgotten: ${what}, ${role}`, async (t) => {
    openAt(t, what, role)
    await until(() => location.search === '?q=a')
    t.ok(await screen.findByText(refusal))
    t.equal(screen.queryByRole('dialog'), null)
  })
