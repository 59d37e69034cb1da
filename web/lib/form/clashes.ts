import type { Entity } from '#contracts/entity.ts'
import type { Row } from '../row.ts'
import { draftsOf, type Draft, type Drafts } from './draft.ts'

/** A field that two have changed, and not to the same. */
export type Clash = {
  readonly path: string
  readonly before: Draft
  readonly mine: Draft
  readonly theirs: Draft
}

const flat = ({ pricing, ...fields }: Drafts): ReadonlyMap<string, Draft> => {
  const prices = Object.entries(pricing ?? {}).map(([key, draft]) => [`pricing.${key}`, draft])
  return new Map([...Object.entries(fields), ...prices] as [string, Draft][])
}

export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What the form holds, with what another has made of the fields that it left alone. */
export const merged = (entity: Entity, form: Drafts, started: Row, now: Row): Drafts => {
  const over = <Held extends object>(mine: Held, before: Held, theirs: Held): Held => {
    const left = Object.keys(mine).filter((key) =>
      isSame(mine[key as keyof Held] as Draft, before[key as keyof Held] as Draft),
    )
    return { ...mine, ...Object.fromEntries(left.map((key) => [key, theirs[key as keyof Held]])) }
  }
  const before = draftsOf(entity, started)
  const theirs = draftsOf(entity, now)
  const fields = over(form, before, theirs)
  if (!form.pricing || !before.pricing || !theirs.pricing) return fields
  return { ...fields, pricing: over(form.pricing, before.pricing, theirs.pricing) }
}

/** What the form holds, against what it started from and what another has made of that since. */
export const clashesOf = (
  entity: Entity,
  form: Drafts,
  started: Row,
  now: Row,
): readonly Clash[] => {
  const before = flat(draftsOf(entity, started))
  const theirs = flat(draftsOf(entity, now))
  const mine = flat(form)
  return [...before]
    .map(([path, draft]) => ({
      path,
      before: draft,
      mine: mine.get(path) ?? '',
      theirs: theirs.get(path) ?? '',
    }))
    .filter((one) => !isSame(one.before, one.theirs) && !isSame(one.before, one.mine))
    .filter((one) => !isSame(one.mine, one.theirs))
}
