import type { Random } from '#command/csv-import/testing/random.ts'
import type { Target } from './target.ts'

/** Something that may befall a running system. Another is a file of its own, named in `faults.ts`. */
export type Fault = {
  readonly name: string
  readonly kind: 'kills' | 'frozen' | 'connections'
  /** Resolves when no more is done to the system; it need not be well by then. */
  readonly inject: (target: Target, random: Random) => Promise<void>
}
