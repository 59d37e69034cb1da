import { levelStarts, type BomCatalogue } from './bom-catalogue.ts'
import { listening } from './bom-reads.ts'
import type { Bench } from './bom-tables.ts'
import { editBatch } from './bom-writes.ts'
import { median, percentile, shown } from './measuring.ts'

const readers = 8
const seconds = 5

/** Readers of middling assemblies one after the other, while links are edited in batches, and while they are not. */
export const loadMeasures = async (
  bench: Bench,
  catalogue: BomCatalogue,
): Promise<readonly string[][]> => {
  const http = await listening(bench)
  const { size } = catalogue
  const starts = levelStarts(size)
  const first = starts[2]!
  const many = starts[3]! - first
  const measure = async (isEdited: boolean) => {
    const end = performance.now() + seconds * 1_000
    const times: number[] = []
    let batches = 0
    const read = async (reader: number) => {
      for (let round = 0; performance.now() < end; round++) {
        const id = first + ((round * 37 + reader * 1_009) % many)
        const start = performance.now()
        await http.get(`/api/assemblytypes/${id}/bom`)
        times.push(performance.now() - start)
      }
    }
    const edit = async () => {
      while (isEdited && performance.now() < end) {
        await editBatch(bench, catalogue)
        batches++
      }
    }
    await Promise.all([edit(), ...Array.from({ length: readers }, (_, reader) => read(reader))])
    return { times, batches }
  }
  const quiet = await measure(false)
  const busy = await measure(true)
  await http.close()
  const text = (times: readonly number[]) =>
    `${shown(times.length / seconds)}/s, p50 ${shown(median(times))}, p99 ${shown(percentile(times, 0.99))}`
  const edits = shown((busy.batches * 500) / seconds)
  return [
    [
      `${readers} readers of flat lists, while ${edits} links/s are edited / while none is`,
      text(busy.times),
      text(quiet.times),
      '',
    ],
  ]
}
