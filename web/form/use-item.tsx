import { useState } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { newKey, readVersioned, save, type Versioned } from '../lib/api.ts'
import { isConflict, isMissing, messageOf, type ApiError } from '../lib/api-error.ts'
import { RetryButton } from '../lib/loaded.tsx'
import { refreshHere } from '../lib/refresh.ts'
import { Loading } from '../lib/spinner.tsx'
import { deletedText, type Conflict } from './conflict-notice.tsx'
import type { Attempt } from './create-once.ts'
import { bodyOf, type FormValues } from './form-values.ts'
import { conflictsOf, mergeForms } from './merge.ts'

type Loaded = Versioned<AnyRecord>

/** How often to retry automatically before the user must resolve the conflict. */
const mostTries = 3

export const Waiting = ({ error, mutate }: Pick<SWRResponse, 'error' | 'mutate'>) =>
  error ? (
    <div role="alert" className="flex flex-col items-center gap-3 py-10 text-center">
      <p className="text-danger">{isMissing(error) ? deletedText : messageOf(error)}</p>
      {!isMissing(error) && <RetryButton mutate={mutate} />}
    </div>
  ) : (
    <Loading className="justify-center py-10" />
  )

/** Reads the newest version, since lists may be stale, and saves it with optimistic locking. */
export const useItem = (entity: Entity, opened: AnyRecord | undefined) => {
  /** Made by a create whose answer was lost, and changed by others since. */
  const [made, setMade] = useState<AnyRecord>()
  const listed = opened ?? made
  const pathOf = ({ id }: AnyRecord) => `/api/${entity.name}/${id}`
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const fresh = useSWR<Loaded, ApiError>(
    listed && [pathOf(listed), 'form'],
    () => readVersioned<AnyRecord>(pathOf(listed!)),
    { revalidateIfStale: true, revalidateOnMount: true, dedupingInterval: 0 },
  )

  /** Reads the newest version; the form keeps the values the user has edited. */
  const rebase = async (before: AnyRecord): Promise<Loaded | null> => {
    try {
      const newest = await readVersioned<AnyRecord>(pathOf(before))
      await fresh.mutate(newest, { revalidate: false })
      return newest
    } catch (problem) {
      if (isMissing(problem)) void refreshHere()
      setConflict(isMissing(problem) ? { is: 'deleted' } : { is: 'unknown', before, problem })
      return null
    }
  }
  const fetchAgain = async (before: AnyRecord) => {
    const newest = await rebase(before)
    if (newest) setConflict({ is: 'changed', before, now: newest.data })
  }
  /** Merges with other users' changes if no field has been changed by both. */
  const update = async (
    formValues: FormValues,
    attempt: Attempt,
    { data: before, version }: Loaded,
    tries = 1,
  ): Promise<AnyRecord> => {
    try {
      const { key } = attempt
      return await save('PUT', pathOf(before), bodyOf(entity, formValues, before), { key, version })
    } catch (error) {
      setConflict(null)
      if (!isConflict(error) && !isMissing(error)) throw error
      attempt.key = newKey()
      attempt.lost = null
      setMade(before)
      const newest = await rebase(before)
      if (!newest) throw error
      const { data: now } = newest
      if (tries < mostTries && conflictsOf(entity, formValues, before, now).length === 0)
        return update(mergeForms(entity, formValues, before, now), attempt, newest, tries + 1)
      setConflict({ is: 'changed', before, now })
      throw error
    }
  }
  return { listed, fresh, conflict, setConflict, fetchAgain, update }
}
