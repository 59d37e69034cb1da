import { setTimeout as delay } from 'node:timers/promises'

type Projector = { readonly health: () => string | null }
/** Wide, for a machine that has much else to do. */
const patience = 120_000

/** Waits for a projector to be well, or what else is asked for; one that never is fails the test with its reason. */
export const untilHealth = async (
  { health }: Projector,
  isSo = (reason: string | null): boolean => reason === null,
): Promise<void> => {
  for (const end = performance.now() + patience; !isSo(health()); await delay(5))
    if (performance.now() > end) throw new Error(`Health after ${patience / 1000} s: ${health()}`)
}
