import { basename } from 'node:path'
import { referredEntity } from '#contracts/catalogue/index.ts'
import type { Item } from '#contracts/catalogue/item.ts'
import { missingText, personalKeys, referenceKeys, type Entity } from '#contracts/entity.ts'
import { emptyOf, type FileKind, type Values } from '#contracts/fields.ts'
import { invalid, type FieldError, type Refusal } from '#contracts/refusals.ts'
import { streamOf } from '#contracts/streams.ts'
import { shared, type Lock, type Locks } from '#kernel/locks.ts'
import { keyLock, type By } from '../kernel/command.ts'
import type { Repository } from '../kernel/repository.ts'
import type { Model } from '../model/model.ts'

export type FileCheck = (path: string, kind: FileKind) => Promise<string | null>

/** Shared for records that refer to a stored file, exclusive for its removal. */
export const fileLock = (name: string): string => `file:${name}`

const references = (entity: Entity, values: Values) =>
  referenceKeys(entity).flatMap((key) => {
    const id = values[key]
    return typeof id === 'number' ? [{ key, id, to: referredEntity(entity.fields[key]!) }] : []
  })

const files = (entity: Entity, values: Values) =>
  Object.entries(entity.fields).flatMap(([key, { file: kind }]) => {
    const value = values[key]
    if (!kind || value === null || value === undefined) return []
    return Array.isArray(value)
      ? value.map((path, i) => ({ kind, path: String(path), at: `${key}.${i}` }))
      : [{ kind, path: String(value), at: key }]
  })

export const referredLocks = (entity: Entity, values: Values): readonly Lock[] => [
  ...references(entity, values).map(({ to, id }) => shared(streamOf(to, id))),
  ...files(entity, values).map(({ path }) => shared(fileLock(basename(path)))),
]

type Checks = { readonly model: Model; readonly checkFile: FileCheck }

export const wrongReferences = async (
  { model, checkFile }: Checks,
  entity: Entity,
  values: Values,
): Promise<readonly FieldError[]> => {
  const errors: FieldError[] = references(entity, values)
    .filter(({ to, id }) => !model.records(to.name).isLive(id))
    .map(({ key, to }) => ({ path: key, message: missingText(to) }))
  for (const { kind, path, at } of files(entity, values)) {
    const message = await checkFile(path, kind)
    if (message !== null) errors.push({ path: at, message })
  }
  return errors
}

type LockedContext = Checks & { readonly locks: Locks; readonly repository: Repository }

/** A repeated command is not validated again. */
export const whileRight = <T>(
  { locks, repository }: LockedContext,
  by: By,
  needed: readonly Lock[],
  run: () => Promise<T>,
  check: () => Promise<readonly FieldError[]>,
): Promise<T | Refusal> =>
  locks([...keyLock(by), ...needed], async () => {
    const errors = repository.isRepeat(by) ? [] : await check()
    return errors.length > 0 ? invalid(errors) : run()
  })

/** Runs while the referenced records are locked. */
export const withReferences = <T>(
  context: LockedContext,
  entity: Entity,
  values: Values,
  by: By,
  needed: readonly Lock[],
  run: () => Promise<T>,
): Promise<T | Refusal> =>
  whileRight(context, by, [...needed, ...referredLocks(entity, values)], run, () =>
    wrongReferences(context, entity, values),
  )

const emptied = ({ fields }: Entity, keys: readonly string[]): Values =>
  Object.fromEntries(keys.map((key) => [key, emptyOf(fields[key]!)]))

/** The values of a removed record, without erased personal data and without references to records removed since. */
export const remainingValues = async (
  checks: Checks,
  entity: Entity,
  { values }: Item,
): Promise<Values> => {
  const wrong = await wrongReferences(checks, entity, values)
  const missing = wrong.map(({ path }) => path.split('.')[0]!)
  return { ...values, ...emptied(entity, [...personalKeys(entity), ...missing]) }
}
