import { useState } from 'react'
import useSWR from 'swr'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { ApiError, messageOf, newKey, readVersioned, save } from '../lib/api.ts'
import { Button } from '../lib/button.tsx'
import { refresh } from '../lib/refresh.ts'
import { Loading } from '../lib/spinner.tsx'
import { deletedText, type Conflict } from './conflict-notice.tsx'
import { bodyOf, type FormValues } from './form-values.ts'
import { conflictsOf, mergeForms } from './merge.ts'

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'CONFLICT'
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

type Loaded = { data: AnyRecord; version?: string }

/** How often to retry automatically before the user must resolve the conflict. */
const attempts = 3

export const Waiting = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? (
    <div role="alert" className="flex flex-col items-center gap-3 py-10 text-center">
      <p className="text-danger">{isGone(error) ? deletedText : messageOf(error)}</p>
      {!isGone(error) && <Button onClick={onRetry}>Prøv igjen</Button>}
    </div>
  ) : (
    <Loading className="justify-center py-10" />
  )

/** Reads the newest version, since lists may be stale, and saves it with optimistic locking. */
export const useItem = (entity: Entity, listed: AnyRecord | undefined) => {
  const path = listed ? `/api/${entity.name}/${listed.id}` : ''
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const fresh = useSWR<Loaded, ApiError>(
    listed && [path, 'form'],
    () => readVersioned<AnyRecord>(path),
    { revalidateIfStale: true, revalidateOnMount: true, dedupingInterval: 0 },
  )

  /** Reads the newest version; the form keeps the values the user has edited. */
  const rebase = async (before: AnyRecord): Promise<Loaded | null> => {
    try {
      const newest = await readVersioned<AnyRecord>(path)
      await fresh.mutate(newest, { revalidate: false })
      return newest
    } catch (problem) {
      if (isGone(problem)) void refresh()
      setConflict(isGone(problem) ? { is: 'deleted' } : { is: 'unknown', before, problem })
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
    key: { current: string },
    { data: before, version }: Loaded,
    attempt = 1,
  ): Promise<void> => {
    try {
      await save('PUT', path, bodyOf(entity, formValues, before), { key: key.current, version })
    } catch (error) {
      setConflict(null)
      if (!isConflict(error) && !isGone(error)) throw error
      key.current = newKey()
      const newest = await rebase(before)
      if (!newest) throw error
      const { data: now } = newest
      if (attempt < attempts && conflictsOf(entity, formValues, before, now).length === 0)
        return update(mergeForms(entity, formValues, before, now), key, newest, attempt + 1)
      setConflict({ is: 'changed', before, now })
      throw error
    }
  }
  return { fresh, conflict, setConflict, fetchAgain, update }
}
