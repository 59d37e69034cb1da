import { binaryEvent, jsonEvent } from '@eventstore/db-client'
import { paths } from './append.ts'
import { all, type Recorder } from './recorder.ts'

export const events = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  await recorder.step('binary event', async () => {
    const stream = recorder.stream('bin')
    const [data, metadata] = [Buffer.from([0, 255, 1]), Buffer.from([9])]
    await client.appendToStream(stream, binaryEvent({ type: 'B', data, metadata }))
    return (await all(client.readStream(stream))).map(({ event }) => event)
  })

  const ofSize = (size: number) => jsonEvent({ type: 'x', data: 'y'.repeat(size) })
  for (const [path, options] of Object.entries(paths))
    await recorder.step(`too big ${path}`, () =>
      client.appendToStream(recorder.stream('big'), ofSize(1_100_000), options),
    )
  await recorder.step('just small enough', async () => {
    const { success } = await client.appendToStream(recorder.stream('big2'), ofSize(1_000_000))
    return success
  })

  await recorder.step('empty type', () => {
    const event = jsonEvent({ type: '', data: {} })
    return client.appendToStream(recorder.stream('et'), event, paths.unary)
  })
  await recorder.step('append to a stream without a name', () =>
    client.appendToStream('', recorder.event('es')),
  )
  await recorder.step('read a stream without a name', () => all(client.readStream('')))
  await recorder.step('append to a plain stream called $all', async () => {
    const { success } = await client.appendToStream('$all', recorder.event('$all'))
    return success
  })
  await recorder.step('append to a stream with a leading $', () =>
    client.appendToStream(`$${recorder.stream('x')}`, recorder.event('$x')),
  )
  await links(recorder)
}

const links = async (recorder: Recorder): Promise<void> => {
  const { client } = recorder
  const stream = recorder.stream('lnk')
  const target = recorder.stream('reads')
  const link = (revision: number) =>
    binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${target}`) })
  await client.appendToStream(target, recorder.events('reads', 3))
  await client.appendToStream(stream, [link(2), link(77)])
  await recorder.step('links as they are', async () => {
    const read = await all(client.readStream(stream))
    return read.map(({ event }) => [event?.type, event?.streamId])
  })
  await recorder.step('links resolved', async () => {
    const read = await all(client.readStream(stream, { resolveLinkTos: true }))
    return read.map(({ event, link: by }) => [event?.streamId, event?.revision, by?.type])
  })
}
