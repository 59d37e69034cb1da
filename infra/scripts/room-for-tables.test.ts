import { test } from 'tap'
import { readModel } from '#projector/testing/read-model.ts'
import { createReadSide } from '#projector/projections.ts'
import { requireRoomForTables } from './room-for-tables.ts'

const GB = 1024 ** 3

test('tables are not rebuilt on a disk without room for two copies', async (t) => {
  const { url } = await readModel(t, createReadSide().projections)
  await requireRoomForTables(url, { size: 10 * GB, free: GB })
  await t.rejects(requireRoomForTables(url, { size: 10 * GB, free: GB / 2 }), {
    message: /^Det er ikke plass til nye lesetabeller .* trenger \d+ MB, og 0 MB/,
  })
})
