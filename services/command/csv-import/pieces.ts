/** So few that they are let go of before the garbage collector takes them for old, and enough to be asked for. */
const together = 512

/** The same rows in pieces of one size, but for the last. */
export async function* inPieces<T>(
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let left: readonly T[] = []
  for await (const rows of batches) {
    left = [...left, ...rows]
    let from = 0
    for (; from + together <= left.length; from += together) yield left.slice(from, from + together)
    left = left.slice(from)
  }
  if (left.length > 0) yield left
}

/** For so many pieces records are being fetched while one is looked at. */
const ahead = 2

/** Rows whose records are being fetched; what that resolves to lets go of them. */
export type Piece<T> = { readonly rows: readonly T[]; readonly fetched: Promise<() => void> }

/** Each when what it needs is there. Of the one before some rows may still be under way, of that before it none. */
export async function* atHand<T>(pieces: AsyncIterable<Piece<T>>): AsyncGenerator<readonly T[]> {
  const held: (() => void)[] = []
  const waiting: Piece<T>[] = []
  const ready = async ({ fetched, rows }: Piece<T>) => {
    held.push(await fetched)
    if (held.length > 2) held.shift()!()
    return rows
  }
  for await (const piece of pieces) {
    if (waiting.push(piece) > ahead) yield await ready(waiting.shift()!)
  }
  for (const piece of waiting) yield await ready(piece)
}
