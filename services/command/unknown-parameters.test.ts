import { test } from 'tap'
import { memoryLog } from '#contracts/testing/memory-log.ts'
import { requestFor } from '#kernel/testing/requests.ts'
import { refusesUnknownParameters, type Paths } from '#kernel/testing/unknown-parameters.ts'
import { aPlace, mountImports, multipartBody, multipartHeaders } from '#import/testing/importing.ts'
import { withFiles } from './testing/with-files.ts'

test('no command is done with a parameter it does not know', async (t) => {
  const service = await withFiles(t)
  const { app, model } = service
  const { imports, pool } = await mountImports({ ...service, log: memoryLog() }, await aPlace(t))
  t.teardown(async () => {
    await imports.stop()
    await pool.end()
  })
  await app.ready()
  const paths = app.swagger().paths as Paths
  const walked = await refusesUnknownParameters(t, paths, async ({ method, url, type, body }) => {
    const isForm = type === 'multipart/form-data'
    const json = requestFor(method.toUpperCase() as 'POST', url, body)
    const headers = { ...json.headers, ...(isForm && multipartHeaders) }
    const payload = isForm ? { payload: multipartBody('Navn;Ordre e-post\n') } : {}
    const reply = await app.inject({ ...json, headers, ...payload })
    return { status: reply.statusCode, body: reply.json() }
  })
  t.ok(walked > 50, `${walked} commands`)
  t.equal(model.records('suppliers').isLive(1), false, 'and none was')
})
