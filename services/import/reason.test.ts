import { test } from 'tap'
import { startImporter } from './testing/importing.ts'

const rows = (price: number) => `Beskrivelse;Leverandor art.nr;Kostpris;Leverandor
Skrue;A-1;${price};Würth
`
const json = { 'content-type': 'application/json' }

test('why a file is imported, and why that is undone, is noted of every event', async (t) => {
  const { send, ask, ended, events } = await startImporter(t)
  let seen = 0
  const reasons = () => {
    const since = events().slice(seen)
    seen = events().length
    return [since.length, [...new Set(since.map(({ metadata }) => metadata['reason']))]]
  }
  const act = async (id: string, what: 'run' | 'undo', reason?: string) => {
    const body = Buffer.from(JSON.stringify({ reason }))
    const { status } = await ask('POST', `/api/csv-import/jobs/${id}/${what}`, body, json)
    await ended(id)
    return status
  }
  const said = await send('componenttypes', rows(5), { reason: ' Prisliste\t2027 ' })
  t.equal(said.status, 200)
  t.same(reasons(), [3, ['Prisliste 2027']])
  await send('componenttypes', rows(5), { reason: 'Samme fil' })
  t.same(reasons(), [0, []], 'nothing changed')
  t.equal(await act(said.body.importId, 'undo'), 202)
  t.same(reasons(), [2, [undefined]], 'an undoing is not done for the same reason')

  const { body } = await send('componenttypes', rows(6), { dryRun: 'true', reason: 'Utkast' })
  t.equal(await act(body.importId, 'run', 'Godkjent av Ola'), 202)
  t.same(reasons(), [3, ['Godkjent av Ola']])
  await act(body.importId, 'undo', 'Feil fil')
  t.same(reasons(), [2, ['Feil fil']])
  const shown = await send('componenttypes', rows(7), { dryRun: 'true', reason: 'Sagt med filen' })
  await act(shown.body.importId, 'run')
  t.same(reasons(), [3, ['Sagt med filen']])

  const long = await send('componenttypes', rows(8), { reason: 'x'.repeat(501) })
  t.match([long.status, long.body.details], [400, [{ path: 'reason' }]])
  t.equal(await act(said.body.importId, 'run', 'x'.repeat(501)), 400)
})
