import { useEffect, useState } from 'react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { forgetDraft, keepDraft, readDraft } from '../lib/drafts.ts'
import { DraftNotice } from './draft-notice.tsx'

type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that hold something else than they started from, by their paths. */
const changedIn = (values: Tree, defaults: Tree, above = ''): Tree =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
      const before = defaults[key]
      if (isTree(value) && isTree(before))
        return Object.entries(changedIn(value, before, `${above}${key}.`))
      return isSame(value, before) ? [] : [[above + key, value]]
    }),
  )

/** A draft may be of an older version of the form. */
const fits = (value: unknown, before: unknown) =>
  typeof value === typeof before && Array.isArray(value) === Array.isArray(before)

export type DraftProps = {
  /** The form, the record and the person. */
  draftKey: string
  /** Fields that are not kept: their files may be gone. */
  without: readonly string[]
}

const useKeeping = ({ draftKey, without }: DraftProps, isOffered: boolean) => {
  const { control } = useFormContext()
  const values = useWatch({ control }) as Tree
  const { isDirty, defaultValues } = useFormState({ control })
  useEffect(() => {
    const changed = Object.entries(changedIn(values, (defaultValues ?? {}) as Tree))
    const kept = changed.filter(([path]) => !without.includes(path))
    if (isDirty && kept.length > 0) keepDraft(draftKey, Object.fromEntries(kept))
    else if (!isOffered) forgetDraft(draftKey)
  }, [values, defaultValues, isDirty, isOffered, draftKey, without])
}

/** Keeps what is typed through a crash of the tab, and offers what was kept before. */
export const DraftOffer = (props: DraftProps) => {
  const { getValues, setValue } = useFormContext()
  const [offered, setOffered] = useState(() => readDraft<Tree>(props.draftKey))
  useKeeping(props, offered !== undefined)
  if (!offered) return null

  const fetch = () => {
    for (const [path, value] of Object.entries(offered.values))
      if (fits(value, get(getValues(), path)))
        setValue(path, value, { shouldDirty: true, shouldValidate: true })
    setOffered(undefined)
  }
  return (
    <div className="mb-4">
      <DraftNotice at={offered.at} onFetch={fetch} onDiscard={() => setOffered(undefined)} />
    </div>
  )
}
