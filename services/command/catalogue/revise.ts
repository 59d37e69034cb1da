import { invalid } from '#contracts/refusals.ts'
import { valuesIn, type Commands } from '#command/kernel/commands.ts'
import { own } from '#command/kernel/locks.ts'
import type { Change } from './change.ts'
import { referredLocks, wrongReferences } from './checks.ts'
import type { Needs } from './needs.ts'
import { keyLock, streamOf } from './streams.ts'

export const revising = (needs: Needs, change: Change): Pick<Commands, 'revise' | 'restore'> => {
  const wrong = wrongReferences(needs)
  const revised =
    (isRestored: boolean): Commands['revise'] =>
    (entity, id, body, by) => {
      const changes = valuesIn(entity, body)
      const held = [...keyLock(by), own(streamOf(entity, id)), ...referredLocks(entity, changes)]
      return needs.locks(held, async () => {
        const errors = await wrong(entity, changes, by)
        if (errors.length > 0) return invalid(errors)
        const pricing = body.pricing ?? null
        return change(entity, id, by, {
          type: 'Revise',
          data: { id, changes, pricing, isRestored },
        })
      })
    }
  return { revise: revised(false), restore: revised(true) }
}
