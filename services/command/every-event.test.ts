import { globSync, readFileSync } from 'node:fs'
import { test } from 'tap'
import { eventTypes } from '#contracts/events.ts'

test('every event type is decided somewhere', async (t) => {
  const deciders = globSync(`${import.meta.dirname}/**/*-decider.ts`)
  const source = deciders.map((file) => readFileSync(file, 'utf8')).join('\n')
  t.same(
    eventTypes.filter((type) => !source.includes(`'${type}'`)),
    [],
  )
})
