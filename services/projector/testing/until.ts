import { setTimeout as delay } from 'node:timers/promises'

type Projector = { readonly health: () => string | null }
/** Long, for slow machines. */
const timeout = 120_000

/** Waits for a condition. Fails the test with the reason after the time-out. */
export const until = async (
  isSo: () => unknown,
  reason = () => 'It did not come about',
): Promise<void> => {
  for (const end = performance.now() + timeout; !(await isSo()); await delay(5))
    if (performance.now() > end) throw new Error(reason())
}

/** Waits until the projector is healthy, or has another state. */
export const untilHealth = (
  { health }: Projector,
  isSo = (reason: string | null): boolean => reason === null,
): Promise<void> =>
  until(
    () => isSo(health()),
    () => `Health after ${timeout / 1000} s: ${health()}`,
  )
