import { refused } from '#kernel/refused.ts'

const askEvery = 1_000
const hangsAfter = 3_000
const tickEvery = 250

// A service hangs if neither the probe nor any request was answered for three seconds. Time in which this process
// itself did not run is not counted.
export class Watchdog {
  readonly #probe: () => Promise<unknown>
  readonly #waiting = new Set<() => void>()
  readonly #timer = setInterval(() => this.#tick(), tickEvery).unref()
  #isAsking = false
  #isHanging = false
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

  onHang(giveUp: () => void): () => void {
    this.#waiting.add(giveUp)
    return () => void this.#waiting.delete(giveUp)
  }

  /** @throws UNAVAILABLE if it hangs */
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
    if (!this.#isAsking || this.#isHanging || now - this.#since < hangsAfter) return
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
      // Any other error, such as a refused connection, comes at once: so it does not hang.
      if ((error as Error).name !== 'TimeoutError') this.heard()
    }
    this.#isAsking = false
  }
}
