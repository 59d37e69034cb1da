type Counted = { readonly id: Promise<number>; more: number }
export type More = { readonly id: number; readonly more: number }
export type Row = { readonly key: string; readonly insert: () => Promise<number> }

const minute = 60_000

// Bounds the rows that requests can cause: equal ones within a minute share a row, whose count `flush` updates.
// Beyond `mostRows` a minute, new ones share the row `rest`, if they have one.
export const createCountedRows = (
  add: (counts: readonly More[]) => Promise<void>,
  now: () => Date,
  mostRows: number,
) => {
  let current = 0
  let rows = new Map<string, Counted>()

  const flush = async (): Promise<void> => {
    const counted = [...rows.values()].filter(({ more }) => more > 0)
    const counts = counted.map(async (row) => {
      const { more } = row
      row.more = 0
      return { id: await row.id, more }
    })
    if (counts.length > 0) await add(await Promise.all(counts))
  }

  const begin = async (time: number): Promise<void> => {
    const flushed = flush()
    current = time
    rows = new Map()
    await flushed
  }

  const note = async (row: Row, rest?: Row): Promise<void> => {
    const time = Math.floor(now().getTime() / minute)
    if (time !== current) await begin(time)
    const { key, insert } = rows.has(row.key) || rows.size < mostRows ? row : (rest ?? row)
    const known = rows.get(key)
    if (known) return void known.more++
    const id = insert()
    rows.set(key, { id, more: 0 })
    await id.catch((error: unknown) => {
      rows.delete(key)
      throw error
    })
  }

  return { note, flush }
}
