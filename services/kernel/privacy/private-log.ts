import { entities } from '#contracts/catalogue/index.ts'
import { holdsPersonal, personalKeys } from '#contracts/entity.ts'
import {
  StoreUnavailable,
  type EventLog,
  type NewEvent,
  type RecordedEvent,
} from '#contracts/event-log.ts'
import { mappedLog } from '../mapped-log.ts'
import { retry } from '../retry.ts'
import type { Keyring } from './keyring.ts'
import { isSealed, keyIdOf, seal, unseal } from './sealing.ts'

type Values = Readonly<Record<string, unknown>>
type Personal = {
  readonly entity: string
  readonly id: number | string
  readonly under: 'values' | 'changes'
  readonly values: Values
  readonly fields: readonly string[]
}

export const personalFields: ReadonlyMap<string, readonly string[]> = new Map(
  entities.filter(holdsPersonal).map((entity) => [entity.name, personalKeys(entity)]),
)

const personalIn = ({ data }: { data: unknown }): Personal | undefined => {
  const { entity, id, values, changes } = (data ?? {}) as Partial<Personal> & { changes?: Values }
  const fields = personalFields.get(entity ?? '')
  if (!fields || !entity || id === undefined) return undefined
  if (values) return { entity, id, under: 'values', values, fields }
  return changes && { entity, id, under: 'changes', values: changes, fields }
}

/** Metadata of an erasure: the id of the first key that survives it. */
export const erasureMark = 'sealedWith'

export const subjectOf = (entity: string, id: number | string): string => `${entity}/${id}`

const withValues = (data: unknown, { under, values }: Personal, changed: Values): unknown => ({
  ...(data as object),
  [under]: { ...values, ...changed },
})

const sealedEvent = async (
  stream: string,
  event: NewEvent,
  keyring: Keyring,
): Promise<NewEvent> => {
  const personal = personalIn(event)
  const open = personal?.fields.filter((field) => personal.values[field])
  if (!personal || !open?.length) return event
  const { id, key } = await keyring.current(subjectOf(personal.entity, personal.id))
  const changed = open.map((field) => [
    field,
    seal(String(personal.values[field]), id, key, `${stream}/${field}`),
  ])
  return { ...event, data: withValues(event.data, personal, Object.fromEntries(changed)) }
}

const sealedIn = (personal: Personal | undefined) =>
  personal?.fields.flatMap((field) => {
    const text = personal.values[field]
    return isSealed(text) ? [{ field, text }] : []
  }) ?? []

/** Text whose key was shredded becomes ''. */
const opened = async (
  events: readonly RecordedEvent[],
  keyring: Keyring,
): Promise<readonly RecordedEvent[]> => {
  const texts = events.flatMap((event) => sealedIn(personalIn(event)))
  if (texts.length === 0) return events
  const keys = await keyring.find([...new Set(texts.map(({ text }) => keyIdOf(text)))])
  return events.map((event) => {
    const personal = personalIn(event)
    if (!personal) return event
    const changed = sealedIn(personal).map(({ field, text }) => {
      const key = keys.get(keyIdOf(text))
      return [field, (key && unseal(text, key, `${event.stream}/${field}`)) ?? '']
    })
    return { ...event, data: withValues(event.data, personal, Object.fromEntries(changed)) }
  })
}

const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw new StoreUnavailable('The keys to personal data are out of reach', { cause: error })
  }
}

/** Encrypts personal data on append and decrypts it on read. */
export const privateLog = (log: EventLog, keyring: Keyring): EventLog => {
  const open = (events: readonly RecordedEvent[]) => opened(events, keyring)
  return {
    // A subscription waits while the keys are unavailable, instead of ending.
    ...mappedLog(
      log,
      (events) => orUnavailable(open(events)),
      async (events, signal) =>
        (await retry(() => open(events), { when: () => true, every: 500, signal })) ?? open(events),
    ),
    append: async (stream, events, expected) => {
      const sealed = events.map((event) => sealedEvent(stream, event, keyring))
      return log.append(stream, await orUnavailable(Promise.all(sealed)), expected)
    },
  }
}
