import { show, screen } from '../../testing/screen.tsx'
import { useState } from 'react'
import { test } from 'tap'
import { anAssembly, anItem, aSummary } from '../testing/examples.ts'
import { BomDialog } from './bom-dialog.tsx'

const line = anAssembly(1, { name: 'Linje' })
const bom = { success: true, items: [anItem('Skrue', { itemId: 1 })], summary: aSummary() }
const api = { '/api/assemblytypes/1/bom': () => Response.json(bom) }

const OfAnotherDay = ({ query }: { query: string }) => {
  useState(() => history.replaceState(null, '', `/assemblies/1?${query}`))
  return <BomDialog assembly={line} onClose={() => undefined} />
}

test('who may not see other days is told so, and can go to today', async (t) => {
  const page = <OfAnotherDay query="dato=2026-03-01&priser=2026-04-01" />
  const { user, sent } = show(t, page, api, 'leser')
  t.ok(screen.getByText(/^Lenken viser en annen dag enn i dag, og det har du ikke tilgang til/))
  t.notOk(screen.queryByRole('button', { name: 'Kopier lenke' }))
  t.same(sent, [])
  await user.click(screen.getByRole('button', { name: 'Vis i dag' }))
  t.equal((await screen.findAllByRole('listitem')).length, 1)
  t.equal(location.search, '')
})

test('an address with no real day says so, and leads to today', async (t) => {
  for (const query of ['dato=tull', 'dato=2026-03-01&priser=tull'])
    await t.test(query, async (u) => {
      const { user, sent } = show(u, <OfAnotherDay query={query} />, api)
      u.ok(screen.getByText('«tull» er ingen dato'))
      u.equal(screen.queryByText(/Slik den var/), null)
      u.same(sent, [])
      await user.click(screen.getByRole('button', { name: 'Vis i dag' }))
      u.equal((await screen.findAllByRole('listitem')).length, 1)
    })
})
