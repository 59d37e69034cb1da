import { statfs } from 'node:fs/promises'
import { test } from 'tap'
import { DiskFull, watchDisk, reserveOf } from '#kernel/disk.ts'
import * as files from './testing/files.ts'
import { withFiles } from '../testing/with-files.ts'

test('uploads that are under way together do not promise themselves the same room', async (t) => {
  const disk = await watchDisk('/tmp')
  t.teardown(disk.stop)
  const { bavail, bsize, blocks } = await statfs('/tmp')
  const room = bavail * bsize - reserveOf(blocks * bsize)
  const most = Math.floor(room * 0.6)
  const [first, second] = await Promise.allSettled([disk.setAside(most), disk.setAside(most)])
  t.equal(first.status, 'fulfilled')
  t.match(second, { status: 'rejected', reason: { refusal: { refused: 'UNAVAILABLE' } } })
  if (first.status === 'fulfilled') first.value()
  const giveBack = await disk.setAside(most)
  giveBack()
})

test('a file is refused by the length that is announced, and the room is free again after it', async (t) => {
  const asked: number[] = []
  let inUse = 0
  const { address, put } = await withFiles(
    t,
    {},
    {
      problem: () => null,
      mustHaveRoom: () => undefined,
      setAside: async (bytes) => {
        asked.push(bytes)
        if (bytes > 100) throw new DiskFull()
        inUse++
        return () => void inUse--
      },
      stop: () => undefined,
    },
  )
  const image = files.png('x'.repeat(200))
  const url = await address()
  const reply = await put(url, image, 'image/png')
  t.equal(reply.statusCode, 503)
  t.match(reply.json(), { error: 'Det er ikke plass til filen på serveren akkurat nå.' })
  t.equal(asked.at(-1), image.length)
  t.equal((await put(url, Buffer.from('liten'), 'image/png')).statusCode, 415)
  t.equal(inUse, 0)
})
