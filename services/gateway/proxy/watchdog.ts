import { refused } from '#kernel/refused.ts'

const askEvery = 1_000
const patience = 3_000
const tickEvery = 250

/**
 * Whether a part hangs: for three seconds it answered neither the probe nor anybody else. One that is slow
 * answers somebody, and on a machine that holds this process up as well the time is not counted.
 */
export class Watchdog {
  readonly #probe: () => Promise<unknown>
  readonly #waiting = new Set<() => void>()
  readonly #timer = setInterval(() => this.#tick(), tickEvery).unref()
  #isAsking = false
  #isHanging = false
  /** When it last answered, or was asked. */
  #since = performance.now()
  #ticked = this.#since

  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  isHanging(): boolean {
    return this.#isHanging
  }

  heard(): void {
    this.#since = performance.now()
    this.#isHanging = false
  }

  /** Calls `giveUp` when it begins to hang, until what is returned is called. */
  onHang(giveUp: () => void): () => void {
    this.#waiting.add(giveUp)
    return () => void this.#waiting.delete(giveUp)
  }

  /** @throws UNAVAILABLE instead of waiting for what hangs. */
  async unlessHanging<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isHanging) throw refused('UNAVAILABLE')
    const hangs = Promise.withResolvers<never>()
    const forget = this.onHang(() => hangs.reject(refused('UNAVAILABLE')))
    try {
      const result = await Promise.race([work(), hangs.promise])
      this.heard()
      return result
    } finally {
      forget()
    }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    if (now - this.#ticked > 2 * tickEvery) this.#since = now
    this.#ticked = now
    if (!this.#isAsking && now - this.#since >= askEvery) void this.#ask()
    if (!this.#isAsking || this.#isHanging || now - this.#since < patience) return
    this.#isHanging = true
    for (const giveUp of this.#waiting) giveUp()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    this.#since = performance.now()
    try {
      await this.#probe()
      this.heard()
    } catch (error) {
      // One that is not there says so at once: whoever asks it learns that too.
      if ((error as Error).name !== 'TimeoutError') this.heard()
    }
    this.#isAsking = false
  }
}
