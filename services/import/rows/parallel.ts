import pLimit from 'p-limit'

/** What it makes of each, so many at once. After a fault no other is begun, and it is thrown when all have ended. */
export const mapParallel = async <T, R>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> => {
  const limit = pLimit({ concurrency: width, rejectOnClear: true })
  const all = items.map((item) => limit(run, item))
  for (const one of all) one.catch(() => limit.clearQueue())
  const ended = await Promise.allSettled(all)
  const fault = ended.find((one) => one.status === 'rejected')
  if (fault) throw fault.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
