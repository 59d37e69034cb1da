import { pricingCommands } from '#command/pricing/commands.ts'
import type { Commands } from '#command/kernel/commands.ts'
import { changing } from './change.ts'
import { finding } from './find.ts'
import { prefetching } from './prefetch.ts'
import { rulesOf, type Needs } from './needs.ts'
import { registering } from './register.ts'
import { removing } from './remove.ts'
import { revising } from './revise.ts'

export { streamOf } from './streams.ts'

/** Everything that may be done to the catalogue. */
export const catalogueCommands = (needs: Needs): Commands => {
  const rules = rulesOf(needs.assemblies)
  const change = changing(needs, rules)
  const found = finding(needs, rules)
  return {
    ...found,
    ...prefetching(needs),
    ...registering(needs, rules),
    ...revising(needs, change),
    ...removing(needs, change, found.record),
    ...pricingCommands(needs.locks, change),
  }
}
