import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { test } from 'tap'
import { testStore } from '../store.ts'
import { recordAppends } from './append.ts'
import { recordDeletes } from './delete.ts'
import { events } from './events.ts'
import { metadata } from './metadata.ts'
import { recordReads } from './read.ts'
import { Recorder, type Answers } from './recorder.ts'
import { recordSubscriptions } from './subscribe.ts'

const suite: Readonly<Record<string, (recorder: Recorder) => Promise<void>>> = {
  appending: recordAppends,
  deleting: recordDeletes,
  reading: recordReads,
  metadata,
  events,
  subscribing: recordSubscriptions,
}

/** The answers of a real EventStoreDB 23.10.8. */
const recorded: Record<string, Answers> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'answers-23.10.8.json'), 'utf8'),
)

const record = async (url: string): Promise<Record<string, Answers>> => {
  const client = EventStoreDBClient.connectionString(url)
  const answers: Record<string, Answers> = {}
  for (const [section, steps] of Object.entries(suite)) {
    const recorder = new Recorder(client)
    await steps(recorder)
    answers[section] = recorder.answers
  }
  await client.dispose()
  return answers
}

const sections = Object.keys(suite)

test('the embedded store answers as EventStoreDB 23.10.8 did', async (t) => {
  const { url } = await testStore(t)
  const answers = await record(url)
  for (const section of sections) t.same(answers[section], recorded[section], section)
  const steps = sections.reduce((sum, name) => sum + Object.keys(recorded[name]!).length, 0)
  t.equal(steps, 905)
})

const reference = process.env['EVENTSTORE_URL']
test(
  'the server at EVENTSTORE_URL gives the same answers',
  { skip: reference ? false : 'EVENTSTORE_URL names no server' },
  async (t) => {
    const answers = await record(reference!)
    for (const section of sections) t.same(answers[section], recorded[section], section)
  },
)
