/** Most answers fit in one of the first. */
const first = [16, 64, 256].map((kilobytes) => kilobytes * 1024)
/** Large enough that chunks cost nothing, small enough that others get their turn between them. */
const size = 1024 * 1024
/** UTF-8 takes at most so many bytes for a unit of a JavaScript string. */
const widest = 3

/**
 * Many short texts as few large pieces, for a stream: written side by side as bytes, which costs half of
 * what joining strings does. Each piece is made when the one before has been taken.
 */
export function* inChunks(texts: Iterable<string>): Generator<Buffer> {
  let made = 0
  const nextSize = () => first[made++] ?? size
  let chunk = Buffer.allocUnsafeSlow(nextSize())
  let used = 0
  for (const text of gathered(texts)) {
    if (text.length * widest > chunk.length - used) {
      if (used > 0) yield chunk.subarray(0, used)
      chunk = Buffer.allocUnsafeSlow(Math.max(nextSize(), text.length * widest))
      used = 0
    }
    used += chunk.write(text, used)
  }
  if (used > 0) yield chunk.subarray(0, used)
}

/** Each call that writes takes longer than a line is worth. */
const writtenAtOnce = 4 * 1024

function* gathered(texts: Iterable<string>): Generator<string> {
  let gathered = ''
  for (const text of texts) {
    gathered += text
    if (gathered.length < writtenAtOnce) continue
    yield gathered
    gathered = ''
  }
  if (gathered) yield gathered
}
