import type { Entity } from '#contracts/entity.ts'
import { isRefusal } from '#contracts/refusals.ts'
import type { Commands } from '#command/kernel/commands.ts'
import { own } from '#command/kernel/locks.ts'
import type { Change } from './change.ts'
import { naming } from './find.ts'
import type { Needs } from './needs.ts'
import { keyLock, streamOf } from './streams.ts'
import { inUse, usesOf } from './uses.ts'

/** In the metadata of what was erased: the first key that is not to be shredded with it. */
const keyNote = 'sealedWith'

const hasPersonal = (entity: Entity): boolean =>
  Object.values(entity.fields).some(({ personal }) => personal)

export const removing = (
  needs: Needs,
  change: Change,
  record: Commands['record'],
): Pick<Commands, 'remove' | 'erase'> => {
  const { model, handling, locks, privacy } = needs
  const nameOf = naming(needs, record)
  return {
    remove: (entity, id, by) =>
      locks([...keyLock(by), own(streamOf(entity, id))], async () => {
        const isJudged = typeof id === 'number' && !handling.isRepeat(by)
        const uses = isJudged ? usesOf(model, entity, id) : []
        if (uses.length > 0) return inUse(uses, nameOf)
        const outcome = await change(entity, id, by, { type: 'Remove', data: { id } })
        if (!isRefusal(outcome) && hasPersonal(entity)) await privacy.shred(entity.name, id)
        return outcome
      }),

    erase: (entity, id, by) =>
      locks([...keyLock(by), own(streamOf(entity, id))], async () => {
        const earlier = handling.remembered(by)
        const key = earlier
          ? (await handling.lastOf(earlier)).metadata[keyNote]
          : await privacy.renew(entity.name, id)
        const noted = { ...by, note: { ...by.note, [keyNote]: key ?? null } }
        const outcome = await change(entity, id, noted, { type: 'Erase', data: { id } })
        // Also when it is repeated: then what was half done is completed.
        if (!isRefusal(outcome) && typeof key === 'string')
          await privacy.shred(entity.name, id, key)
        return outcome
      }),
  }
}
