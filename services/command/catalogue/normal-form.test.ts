import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { startImporter } from '#import/testing/importing.ts'

test('å in one sign and in two is the same project number, also where it was kept in two', async (t) => {
  const log = memoryLog()
  const values = { projectNumber: 'A\u030a-1\u200b', monitor1: 'Kari' }
  const kept = { entity: 'projects', id: randomUUID(), values }
  const metadata = { commandId: randomUUID(), user: 'kari', at: '2026-01-01T00:00:00.000Z', v: 1 }
  const event = { id: randomUUID(), type: 'ItemRegistered', data: kept, metadata }
  await log.append('projects', [event], 'none')
  const { call } = await startImporter(t, { log })

  const body = { projectNumber: '\u00c5-1', monitor1: 'Per' }
  t.match(await call('POST', '/api/projects', body), { status: 409, body: { code: 'DUPLICATE' } })
  const changed = await call('PUT', `/api/projects/${kept.id}`, { ...values, monitor1: 'Pål' })
  t.match(changed, { status: 200, body: { data: { projectNumber: '\u00c5-1', monitor1: 'Pål' } } })
})

test('REST and CSV keep the same text, and find each other’s', async (t) => {
  const { call, send } = await startImporter(t)
  const made = await call('POST', '/api/suppliers', {
    name: ' Bla\u030ab\u00e6r\u200b \u00a0AS\n',
    orderEmail: 'ordre@b.example',
  })
  t.match(made, { status: 201, body: { data: { name: 'Bl\u00e5b\u00e6r AS' } } })
  const file = 'Beskrivelse;Leverandør;Leverandør artikkelnummer\n'
  const row = 'Mutter\u00ad  M8;BLA\u030aB\u00c6R\u00a0as;A\u200b-1\n'
  const first = await send('componenttypes', file + row)
  t.match(first.body, { summary: { created: 1 }, createdSuppliers: 0 })
  const again = await send('componenttypes', file + 'Mutter M8;Blåbær AS;A-1\n')
  t.match(again.body.summary, { unchanged: 1 })

  const bell = await send('componenttypes', file + 'Pip\x07;Blåbær AS;A-2\n')
  const wrong = { path: 'description', message: 'Teksten inneholder et ugyldig tegn' }
  t.match(bell.body.errors, [{ line: 2, message: wrong.message }])
  const posted = await call('POST', '/api/componenttypes', {
    description: 'Pip\x07',
    supplierId: 1,
  })
  t.match([posted.status, posted.body['details']], [400, [wrong]])
})
