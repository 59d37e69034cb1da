/** A column of 32-bit integers by record id, as long as the highest id: four bytes per record and no objects. */
export type Column = {
  readonly get: (id: number) => number
  readonly set: (id: number, value: number) => void
  /** The values up to the highest id that was set; what was never set reads as the column's empty value. */
  readonly values: () => Int32Array
  readonly load: (values: Int32Array) => void
}

export const column = (empty = 0): Column => {
  let data = new Int32Array(1024).fill(empty)
  let length = 0

  const grow = (needed: number) => {
    const larger = new Int32Array(Math.max(needed, data.length * 2)).fill(empty)
    larger.set(data)
    data = larger
  }

  return {
    get: (id) => (id < data.length ? data[id]! : empty),
    set: (id, value) => {
      if (id >= data.length) grow(id + 1)
      data[id] = value
      if (id >= length) length = id + 1
    },
    values: () => data.subarray(0, length),
    load: (values) => {
      data = new Int32Array(Math.max(1024, values.length)).fill(empty)
      data.set(values)
      length = values.length
    },
  }
}
