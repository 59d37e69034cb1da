import { test } from 'tap'
import { fuzzed } from './testing/fuzzed.ts'
import { startImporter } from './testing/importing.ts'

const seed = 20261121
const files = 200

test('a broken upload is read or refused in words, and nothing of a refused one is written', async (t) => {
  const { ask, events } = await startImporter(t)
  const answers = new Map<number, number>()
  for (let n = 0; n < files; n++) {
    const { path, type, body } = fuzzed(seed, n)
    const before = events().length
    const reply = await ask('POST', path, body, { 'content-type': type })
    answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1)
    const about = `file ${n} of seed ${seed}: ${reply.status} ${reply.text.slice(0, 200)}`
    if (reply.status >= 500) t.fail(about)
    if (reply.status >= 400) {
      if (events().length !== before) t.fail(`written though refused: ${about}`)
      if (!/\p{L}{3}/u.test(reply.body.error)) t.fail(`refused without words: ${about}`)
    }
  }
  t.ok((answers.get(200) ?? 0) > files / 5, `many are read: ${JSON.stringify([...answers])}`)
  t.ok((answers.get(400) ?? 0) > files / 5, 'and many refused')
})
