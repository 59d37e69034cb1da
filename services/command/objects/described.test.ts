import { test } from 'tap'
import { withFiles } from '../testing/with-files.ts'
import * as files from './testing/files.ts'

type Content = Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
type Operation = { readonly responses: Readonly<Record<string, { readonly content?: Content }>> }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

test('the API document describes every answer about a file', async (t) => {
  const { app, address, put, get } = await withFiles(t)
  await app.ready()
  const { paths } = app.swagger() as unknown as Document
  const file = paths['/objects/uploads/{name}']!
  const typesOf = (status: string) => Object.keys(file['get']!.responses[status]?.content ?? {})

  const stored = await put(await address(), files.png(), 'image/png')
  const keys = Object.keys(stored.json())
  for (const { content } of [
    file['put']!.responses['200']!,
    paths['/api/objects/upload']!['post']!.responses['201']!,
  ])
    t.same(
      Object.keys(content!['application/json']!.schema.properties!).toSorted(),
      keys.toSorted(),
    )

  const { objectPath } = stored.json()
  const { etag } = (await get(objectPath)).headers
  for (const [headers, status, type] of [
    [{}, '200', 'image/png'],
    [{ range: 'bytes=0-9' }, '206', 'image/png'],
    [{ range: 'bytes=999999-' }, '4XX', 'application/json'],
  ] as const) {
    const { statusCode } = await get(objectPath, headers)
    t.equal(String(statusCode)[0], status[0])
    t.ok(typesOf(status).includes(type), `${statusCode} is ${type}`)
  }
  t.notOk(typesOf('4XX').includes('image/png'), 'a refusal is no picture')
  t.equal((await get(objectPath, { 'if-none-match': String(etag) })).statusCode, 304)
  t.ok(file['get']!.responses['304'])
})
