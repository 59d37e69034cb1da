/** What is there already comes at once: a promise of each is felt where there are many. */
export type AtOnce<T> = T | Promise<T>

export const all = <T>(values: readonly AtOnce<T>[]): AtOnce<readonly T[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[])
