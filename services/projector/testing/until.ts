import { setTimeout as delay } from 'node:timers/promises'

type Projector = { readonly health: () => string | null }
/** Wide, for a machine that has much else to do. */
const patience = 120_000

/** Waits until it is so; what never is fails the test, with a reason. */
export const until = async (
  isSo: () => unknown,
  reason = () => 'It did not come about',
): Promise<void> => {
  for (const end = performance.now() + patience; !(await isSo()); await delay(5))
    if (performance.now() > end) throw new Error(reason())
}

/** Waits for a projector to be well, or what else is asked for. */
export const untilHealth = (
  { health }: Projector,
  isSo = (reason: string | null): boolean => reason === null,
): Promise<void> =>
  until(
    () => isSo(health()),
    () => `Health after ${patience / 1000} s: ${health()}`,
  )
