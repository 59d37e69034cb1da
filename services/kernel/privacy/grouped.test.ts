import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'tap'
import { grouped } from './grouped.ts'

test('what is asked while an answer is under way is asked together, each key once', async (t) => {
  const questions: (readonly string[])[] = []
  const ask = grouped(async (keys: readonly string[]) => {
    questions.push(keys)
    await sleep(5)
    return new Map(keys.map((key) => [key, key.toUpperCase()]))
  })
  const answers = await Promise.all(['a', 'b', 'c', 'b'].map(ask))
  t.same(answers, ['A', 'B', 'C', 'B'])
  t.same(questions, [['a'], ['b', 'c']])
  t.equal(await ask('d'), 'D')
})

test('a question that fails fails those who asked it, and no others', async (t) => {
  let tries = 0
  const ask = grouped(async (keys: readonly string[]) => {
    await sleep(5)
    if (++tries === 1) throw new Error('out of reach')
    return new Map(keys.map((key) => [key, key]))
  })
  const [first, second] = [ask('a'), ask('b')]
  await t.rejects(first, { message: 'out of reach' })
  t.equal(await second, 'b')
})
