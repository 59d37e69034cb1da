import { BACKWARDS, END, FORWARDS, START, type ResolvedEvent } from '@eventstore/db-client'
import { all, brief, type Recorder } from './recorder.ts'

const positionOf = (event: ResolvedEvent) => {
  if (!event.event?.position) throw new Error('An event came without a position')
  return event.event.position
}

export const recordReads = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  const stream = recorder.stream('reads')
  await client.appendToStream(
    stream,
    Array.from({ length: 10 }, (_, index) =>
      recorder.event(`reads${index}`, index % 2 ? 'Odd' : 'Even'),
    ),
  )
  for (const direction of [FORWARDS, BACKWARDS] as const)
    for (const fromRevision of [START, END, 0n, 3n, 9n, 10n, 99n] as const)
      for (const maxCount of [1, 4, 100])
        await recorder.step(`read ${direction} ${fromRevision} ${maxCount}`, async () =>
          brief(await all(client.readStream(stream, { direction, fromRevision, maxCount }))),
        )
  await recorder.step('full event', async () => {
    const [first] = await all(client.readStream(stream, { maxCount: 1 }))
    return first?.event
  })
  await positions(recorder, stream)
}

const positions = async (recorder: Recorder, stream: string): Promise<void> => {
  const { client } = recorder
  const places = (await all(client.readStream(stream))).map(positionOf)
  await recorder.step('positions rise', () =>
    places.every(({ commit }, index) => index === 0 || commit > places[index - 1]!.commit),
  )
  await recorder.step('commit and prepare are the same', () =>
    places.every(({ commit, prepare }) => commit === prepare),
  )
  await recorder.step('an append answers the position of its last event', async () => {
    const other = recorder.stream('pos')
    const { position } = await client.appendToStream(other, recorder.events('pos', 3))
    const events = await all(client.readStream(other))
    return events.map((event) => positionOf(event).commit === position?.commit)
  })

  const mine = (events: ResolvedEvent[]) =>
    brief(events.filter(({ event }) => event?.streamId === stream))
  const readAll = (options: Parameters<typeof client.readAll>[0]) => all(client.readAll(options))
  const fromPosition = places[3]!
  await recorder.step('all forwards from a position', async () =>
    mine(await readAll({ fromPosition, maxCount: 3 })),
  )
  await recorder.step('all backwards from a position', async () =>
    mine(await readAll({ fromPosition, maxCount: 3, direction: BACKWARDS })),
  )
  await recorder.step(
    'all forwards from the end',
    async () => (await readAll({ fromPosition: END, maxCount: 3 })).length,
  )
  await recorder.step(
    'all backwards from the start',
    async () => (await readAll({ fromPosition: START, direction: BACKWARDS, maxCount: 3 })).length,
  )
  await recorder.step('all from where no event is', async () => {
    const commit = fromPosition.commit + 1n
    return readAll({ fromPosition: { commit, prepare: commit }, maxCount: 1 })
  })
}
