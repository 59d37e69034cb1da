import { ANY, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client'
import { all, brief, type Recorder } from './recorder.ts'

/** With credentials the client uses the plain Append call, without them BatchAppend. */
export const paths = {
  batch: {},
  unary: { credentials: { username: 'admin', password: 'changeit' } },
} as const

const expectations = [ANY, NO_STREAM, STREAM_EXISTS, 0n, 2n, 5n] as const
const states = ['none', 'three', 'soft', 'tomb', 'metaonly'] as const
const kinds = ['new', 'retryAll', 'retryLast', 'mixed', 'empty'] as const

type State = (typeof states)[number]

export const prepare = async (
  { client, event }: Pick<Recorder, 'client' | 'event'>,
  stream: string,
  state: State,
  name: (index: number) => string,
): Promise<void> => {
  if (state === 'metaonly') await client.setStreamMetadata(stream, { x: 1 })
  if (state === 'none' || state === 'metaonly') return
  await client.appendToStream(
    stream,
    [0, 1, 2].map((index) => event(name(index))),
  )
  if (state === 'soft') await client.deleteStream(stream)
  if (state === 'tomb') await client.tombstoneStream(stream)
}

export const recordAppends = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  const event = recorder.event.bind(recorder)
  for (const [path, options] of Object.entries(paths))
    for (const state of states)
      for (const expectedRevision of expectations)
        for (const kind of kinds) {
          const name = `${path}-${state}-${expectedRevision}-${kind}`
          const stream = recorder.stream(name)
          const nth = (index: number | string) => `${name}#${index}`
          await prepare({ client, event }, stream, state, nth)
          const events = {
            new: () => [event(nth('n'))],
            retryAll: () => [0, 1, 2].map((index) => event(nth(index))),
            retryLast: () => [event(nth(2))],
            mixed: () => [event(nth(1)), event(nth(2)), event(nth('z'))],
            empty: () => [],
          }[kind]()
          await recorder.under(`append ${path} ${state} ${expectedRevision} ${kind}`, async () => {
            await recorder.step('append', () =>
              client.appendToStream(stream, events, { expectedRevision, ...options }),
            )
            await recorder.step('then read', async () =>
              brief(await all(client.readStream(stream))),
            )
          })
        }
}
