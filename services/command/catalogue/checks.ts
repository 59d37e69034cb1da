import { onceFor, referenceKeys, type Entity } from '#contracts/entity.ts'
import type { FileKind, Value, Values } from '#contracts/fields.ts'
import type { FieldError } from '#contracts/refusals.ts'
import type { By } from '#command/kernel/context.ts'
import { shared, type Lock } from '#command/kernel/locks.ts'
import { capital, referredEntity } from './names.ts'
import type { FileCheck, Needs } from './needs.ts'
import { fileLock, nameIn, streamOf } from './streams.ts'

const references = (entity: Entity, values: Values) =>
  referenceKeys(entity).flatMap((key) => {
    const id = values[key]
    return typeof id === 'number' ? [{ key, id, to: referredEntity(entity.fields[key]!) }] : []
  })

const fileFields = onceFor((entity) =>
  Object.entries(entity.fields).filter(([, { kind }]) => kind === 'file' || kind === 'files'),
)

/** Keeps what the values refer to from being removed meanwhile. */
export const referredLocks = (entity: Entity, values: Values): readonly Lock[] => [
  ...references(entity, values).map(({ to, id }) => shared(streamOf(to, id))),
  ...fileFields(entity)
    .flatMap(([key]) => values[key] ?? [])
    .map((path) => shared(fileLock(nameIn(String(path))))),
]

const wrongFiles = async (
  entity: Entity,
  values: Values,
  checkFile: FileCheck,
): Promise<FieldError[]> => {
  const errors: FieldError[] = []
  const check = async (path: string, kind: FileKind | undefined, at: string) => {
    const message = kind && (await checkFile(path, kind))
    if (message) errors.push({ path: at, message })
  }
  for (const [key, { file }] of fileFields(entity)) {
    const value: Value | undefined = values[key]
    if (typeof value === 'string') await check(value, file, key)
    else if (Array.isArray(value))
      for (const [i, path] of value.entries()) await check(path, file, `${key}.${i}`)
  }
  return errors
}

type Checks = Pick<Needs, 'model' | 'handling' | 'checkFile'>

/** What the values refer to and is not there, or is no fit file. A repeated command is not judged again. */
export const wrongReferences =
  ({ model, handling, checkFile }: Checks) =>
  async (entity: Entity, values: Values, by: By): Promise<readonly FieldError[]> => {
    if (handling.isRepeat(by)) return []
    const missing = references(entity, values)
      .filter(({ to, id }) => !model.records(to.name).isLive(id))
      .map(({ key, to }) => ({ path: key, message: `${capital(to.noun.the)} finnes ikke` }))
    return [...missing, ...(await wrongFiles(entity, values, checkFile))]
  }
