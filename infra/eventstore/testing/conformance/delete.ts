import { ANY, NO_STREAM } from '@eventstore/db-client'
import { prepare } from './append.ts'
import { all, brief, type Recorder } from './recorder.ts'

const expectations = [ANY, NO_STREAM, 2n, 0n, 9n] as const

export const recordDeletes = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  const event = recorder.event.bind(recorder)
  for (const operation of ['deleteStream', 'tombstoneStream'] as const)
    for (const state of ['none', 'three', 'soft', 'tomb'] as const)
      for (const expectedRevision of expectations) {
        const name = `${operation}-${state}-${expectedRevision}`
        const stream = recorder.stream(name)
        await prepare({ client, event }, stream, state, (index) => `${name}${index}`)
        await recorder.under(`${operation} ${state} ${expectedRevision}`, async () => {
          await recorder.step('delete', () => client[operation](stream, { expectedRevision }))
          await recorder.step('read', async () => brief(await all(client.readStream(stream))))
          await recorder.step('metadata', () => client.getStreamMetadata(stream))
          await recorder.step('append again', () =>
            client.appendToStream(stream, event(`${name}again`)),
          )
          await recorder.step('read again', async () => brief(await all(client.readStream(stream))))
        })
      }
}
