import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { act, screen, show, until, within, type Answering } from '../testing/screen.tsx'
import { Route } from 'wouter'
import type { Changes } from '#contracts/changes.ts'
import { AssembliesScreen } from '../assemblies/assemblies-screen.tsx'
import { anAssembly } from '../assemblies/testing/examples.ts'
import { ComponentsScreen } from '../components/components-screen.tsx'
import '../testing/menus.ts'

const streams: EventSource[] = []
class Heard extends EventSource {
  constructor(url: string) {
    super(url)
    streams.push(this)
  }
}
Object.assign(globalThis, { EventSource: Heard })
const tell = (position: number, ...records: Changes['records']) => {
  const event = { data: JSON.stringify({ records }), lastEventId: String(position) }
  act(() => void streams.at(-1)!.dispatchEvent(new window.MessageEvent('changes', event)))
}

test('changes by others are announced on the list and the open record, and shown on a click', async (t) => {
  let description = 'Skrue M8'
  let position = 5
  const listed = (() => {
    const data = [
      { id: 17, description },
      { id: 18, description: 'Mutter' },
    ]
    const headers = { 'x-event-position': String(position) }
    return Response.json({ success: true, data }, { headers })
  }) as Answering
  const { sent, user } = show(t, <Route path="/components/:id?" component={ComponentsScreen} />, {
    '/api/componenttypes': listed,
    '/api/componenttypes/17/where-used': [],
  })
  act(() => history.replaceState(null, '', '/components/17'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Komponent: Skrue M8' }))
  const ofList = () => screen.queryByText('Listen er endret av andre.')
  const ofRecord = () => dialog.queryByText('Endret av andre.')
  t.equal(streams.length, 1, 'one connection')

  tell(9, { entity: 'motortypes', ids: null })
  t.notOk(ofList(), 'nothing of what is not shown')
  description = 'Skrue M10'
  const reads = () => sent.filter(({ path }) => path === '/api/componenttypes').length
  const before = reads()
  tell(10, { entity: 'componenttypes', ids: ['18'] })
  t.ok(ofList()?.closest('output'), 'read aloud')
  t.notOk(ofRecord())
  tell(11, { entity: 'componenttypes', ids: ['17'] })
  t.ok(ofRecord())
  t.equal(reads(), before, 'nothing is renewed unasked')

  position = 12
  await user.click(dialog.getByRole('button', { name: 'Vis endringene' }))
  await screen.findByRole('dialog', { name: 'Komponent: Skrue M10' })
  await until(() => !ofList() && !ofRecord())
  tell(12, { entity: 'componenttypes', ids: ['18'] })
  t.notOk(ofList(), 'what was read has it')
})

test('lines that others change are announced where they are managed', async (t) => {
  const { user } = show(t, <AssembliesScreen />, {
    '/api/assemblytypes': [anAssembly(1, { name: 'Ramme' })],
    '/api/assemblytypes/1/components': [],
  })
  await user.click(await screen.findByRole('button', { name: 'Handlinger for Ramme' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Administrer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Administrer sammenstilling' }))
  await dialog.findByText('Ingen komponenter lagt til')
  tell(20, { entity: 'assemblytypes', ids: ['1'] })
  await user.click(await dialog.findByRole('button', { name: 'Vis endringene' }))
  await until(() => dialog.queryByText('Endret av andre.') === null)
  t.ok(dialog.getByText('Ingen komponenter lagt til'))
})
