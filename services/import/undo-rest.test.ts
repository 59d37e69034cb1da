import { test } from 'tap'
import { startImporter } from './testing/importing.ts'

const file = 'Beskrivelse;ITO art.nr;Leverandor;Leverandor art.nr\nSkrue;K-1;Nordlys;N-1\n'

test('what was in use when an import was undone is removed by another undo', async (t) => {
  const { send, call, ask, ended, model } = await startImporter(t)
  const undo = async (id: string) => {
    const { status } = await ask('POST', `/api/csv-import/jobs/${id}/undo`)
    return { status, undo: (await ended(id)).undo }
  }
  const { body } = await send('componenttypes', file)
  await call('POST', '/api/componenttypes', { description: 'Mutter', supplierId: 1 })
  const inUse = { line: 0, title: 'Nordlys', reason: /^leverandør: Brukes av 1 komponent/ }
  t.match(await undo(body.importId), { status: 202, undo: { removed: 1, kept: [inUse] } })
  t.match(await undo(body.importId), { status: 202, undo: { removed: 1, kept: [inUse] } })

  await call('DELETE', '/api/componenttypes/2')
  t.match(await undo(body.importId), { status: 202, undo: { removed: 1, keptCount: 0 } })
  t.notOk(model.records('suppliers').isLive(1))
  t.equal((await undo(body.importId)).status, 409, 'nothing is left')
})
