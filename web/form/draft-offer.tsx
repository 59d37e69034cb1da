import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { isSame } from '#contracts/entity.ts'
import { useStoredDraft } from './use-draft.tsx'

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const changedIn = (values: Tree, defaults: Tree, above = ''): Tree =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
      const before = defaults[key]
      if (isTree(value) && isTree(before))
        return Object.entries(changedIn(value, before, `${above}${key}.`))
      return isSame(value, before) ? [] : [[above + key, value]]
    }),
  )

/** A draft may come from an older version of the form. */
const fits = (value: unknown, before: unknown) =>
  typeof value === typeof before && Array.isArray(value) === Array.isArray(before)

export type Draft = {
  readonly of: string
  /** File fields, which are not kept: the uploaded files may be deleted by then. */
  readonly without?: readonly string[]
}

export const DraftOffer = ({ of, without = [] }: Draft) => {
  const { control, getValues, setValue } = useFormContext()
  const values = useWatch({ control }) as Tree
  const { isDirty, defaultValues } = useFormState({ control })
  const changed = Object.entries(changedIn(values, (defaultValues ?? {}) as Tree))
  const kept = changed.filter(([path]) => !without.includes(path))
  const onFetch = (draft: Tree) => {
    for (const [path, value] of Object.entries(draft))
      if (fits(value, get(getValues(), path)))
        setValue(path, value, { shouldDirty: true, shouldValidate: true })
  }
  const { offer } = useStoredDraft<Tree>({
    of,
    values: isDirty && kept.length > 0 ? Object.fromEntries(kept) : null,
    onFetch,
  })
  return offer && <div className="mb-4">{offer}</div>
}
