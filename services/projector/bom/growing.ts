type Growable = Int32Array | Uint8Array | Float64Array

/** The same array, or a copy at least twice as long, so that growing costs little per element. */
export const grown = <A extends Growable>(array: A, length: number, fill = 0): A => {
  if (length <= array.length) return array
  const larger = new (array.constructor as new (length: number) => A)(
    Math.max(length, array.length * 2, 16),
  )
  larger.set(array as never)
  if (fill !== 0) larger.fill(fill as never, array.length)
  return larger
}
