import { once } from 'node:events'
import { BACKWARDS, END, FORWARDS, START, type ResolvedEvent } from '@eventstore/db-client'
import { all, brief, type Recorder } from './recorder.ts'

const cases = {
  maxCount: { maxCount: 3 },
  tb: { truncateBefore: 6 },
  maxAge: { maxAge: 3600 },
  'tb beyond': { truncateBefore: 50 },
  custom: { foo: 'bar' },
} as const

export const metadata = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  for (const [kind, value] of Object.entries(cases)) {
    const stream = recorder.stream(`meta${kind}`)
    await client.appendToStream(stream, recorder.events(`meta${kind}`, 8))
    await recorder.under(`metadata ${kind}`, async () => {
      await recorder.step('set', () => client.setStreamMetadata(stream, value))
      await recorder.step('get', () => client.getStreamMetadata(stream))
      for (const direction of [FORWARDS, BACKWARDS] as const)
        await recorder.step(`read ${direction}`, async () => {
          const fromRevision = direction === FORWARDS ? START : END
          return brief(await all(client.readStream(stream, { direction, fromRevision })))
        })
      await recorder.step('read two from the middle', async () =>
        brief(await all(client.readStream(stream, { fromRevision: 2n, maxCount: 2 }))),
      )
      await recorder.step('read its own stream', async () => {
        const events = await all(client.readStream(`$$${stream}`))
        return events.map(({ event }) => [event?.type, event?.streamId, event?.isJson, event?.data])
      })
      await recorder.step('subscribe', () => revisionsUntilCaughtUp(recorder, stream))
    })
  }
}

const revisionsUntilCaughtUp = async ({ client }: Recorder, stream: string) => {
  const revisions: string[] = []
  const subscription = client.subscribeToStream(stream)
  subscription.on('data', ({ event }: ResolvedEvent) => revisions.push(`${event?.revision}`))
  await once(subscription, 'caughtUp')
  await subscription.unsubscribe()
  return revisions
}
