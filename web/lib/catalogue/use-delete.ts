import { useRef } from 'react'
import type { Entity } from '#contracts/entity.ts'
import { ApiError, newKey, remove } from '../api.ts'
import { confirmedDelete } from '../confirm.ts'
import { refreshEntity } from '../refresh.ts'
import type { Row } from '../row.ts'
import { toast } from '../toasts.tsx'
import { capitalised } from '../words.ts'

/** Deletes after a confirmation; a second click on what is being deleted does nothing. */
export const useDelete = (entity: Entity) => {
  const under = useRef(new Set<Row['id']>())
  const { one } = entity.noun

  return async (row: Row): Promise<void> => {
    if (under.current.has(row.id) || !confirmedDelete(entity)) return
    under.current.add(row.id)
    try {
      await remove(`/api/${entity.name}/${row.id}`, { key: newKey() })
      toast({ title: 'Suksess', text: `${capitalised(one)} slettet` })
      await refreshEntity(entity.name, { removed: row.id })
    } catch (error) {
      const said = error instanceof ApiError ? error.serverText : undefined
      toast({ title: 'Feil', text: said ?? `Kunne ikke slette ${one}`, destructive: true })
    } finally {
      under.current.delete(row.id)
    }
  }
}
