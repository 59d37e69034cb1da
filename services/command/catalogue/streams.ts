import type { Entity } from '#contracts/entity.ts'
import { projectsStream } from '#contracts/streams.ts'
import type { By } from '#command/kernel/context.ts'
import { own, type Lock } from '#command/kernel/locks.ts'
import type { ItemId } from './item-decider.ts'

export const streamOf = (entity: Entity, id: ItemId): string =>
  entity.name === 'projects' ? projectsStream : `${entity.stream}-${id}`

/** Taken shared by who refers to a stored file, owned by who removes it. */
export const fileLock = (name: string): string => `file:${name}`
export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The same key twice at once: the second waits, and finds what the first has done. */
export const keyLock = (by: By): readonly Lock[] =>
  by.request === undefined ? [] : [own(`key:${by.commandId}`)]
