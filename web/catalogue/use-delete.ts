import { useRef } from 'react'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { ApiError, newKey, remove } from '../lib/api.ts'
import { confirmDelete } from '../lib/confirm.ts'
import { refreshEntity } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { capitalise } from '../lib/text.ts'

/** Deletes after a confirmation; a second click on what is being deleted does nothing. */
export const useDelete = (entity: Entity) => {
  const under = useRef(new Set<AnyRecord['id']>())
  const { one } = entity.noun

  return async (row: AnyRecord): Promise<void> => {
    if (under.current.has(row.id) || !confirmDelete(entity)) return
    under.current.add(row.id)
    try {
      await remove(`/api/${entity.name}/${row.id}`, { key: newKey() })
      toast({ title: 'Suksess', text: `${capitalise(one)} slettet` })
      await refreshEntity(entity.name, { removed: row.id })
    } catch (error) {
      const reason = error instanceof ApiError ? error.serverText : undefined
      toast({ title: 'Feil', text: reason ?? `Kunne ikke slette ${one}`, destructive: true })
    } finally {
      under.current.delete(row.id)
    }
  }
}
