import fc from 'fast-check'
import { test } from 'tap'
import { brokenUpload } from './testing/broken-uploads.ts'
import { startImporter } from './testing/importing.ts'

const files = 200

test('a broken upload is read or refused in words, and nothing of a refused one is written', async (t) => {
  const { ask, events } = await startImporter(t)
  const answers = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(brokenUpload, async ({ path, contentType, body }) => {
      const before = events().length
      const { status, body: answer } = await ask('POST', path, body, {
        'content-type': contentType,
      })
      answers.set(status, (answers.get(status) ?? 0) + 1)
      const isRead = status === 200
      const isRefused = status < 500 && events().length === before && /\p{L}{3}/u.test(answer.error)
      return isRead || isRefused
    }),
    { seed: 20261121, numRuns: files, endOnFailure: true },
  )
  t.ok((answers.get(200) ?? 0) > files / 5, `many are read: ${JSON.stringify([...answers])}`)
  t.ok((answers.get(400) ?? 0) > files / 5, 'and many refused')
})
