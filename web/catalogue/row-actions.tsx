import { Eye, History, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AnyRecord, Entity } from '#contracts/entity.ts'
import { agreeingWith } from '#contracts/noun.ts'
import type { RowAction } from '../lib/list/list-props.ts'
import { useMay } from '../session/session.ts'
import type { Catalogue } from './definition.ts'
import { deleteRecord } from './delete-record.tsx'

/** Deletes after confirmation. Ignores a second click while the request is running. */
export const useDelete = (entity: Entity, onDeleted: (row: AnyRecord) => void) => {
  const under = useRef(new Set<AnyRecord['id']>())
  const { noun } = entity
  const question = `Er du sikker på at du vil slette ${agreeingWith(noun).this} ${noun.the}?`
  const carryOut = async (row: AnyRecord): Promise<void> => {
    if (under.current.has(row.id)) return
    under.current.add(row.id)
    // Close the dialog before revalidating, so that the deleted record is not read again.
    await deleteRecord(entity, row, question, () => flushSync(() => onDeleted(row)))
    under.current.delete(row.id)
  }
  return (row: AnyRecord) => void carryOut(row)
}

type Open = (kind: 'image' | 'edit' | 'history') => (row: AnyRecord) => void

export const useRowActions = (
  { preview, rowsOpen }: Catalogue,
  open: Open,
  onDelete: (row: AnyRecord) => void,
): readonly RowAction<AnyRecord>[] => {
  const mayEdit = useMay('edit')
  // Rows that open details have this action there.
  const offersHistory = useMay('history') && !rowsOpen
  const view = { label: 'Vis', icon: <Eye />, onSelect: open('image') }
  const history = { label: 'Historikk', icon: <History />, onSelect: open('history') }
  const edit = { label: 'Rediger', icon: <Pencil />, onSelect: open('edit') }
  const remove = { label: 'Slett', icon: <Trash2 />, destructive: true, onSelect: onDelete }
  return [
    ...(preview ? [view] : []),
    ...(offersHistory ? [history] : []),
    ...(mayEdit ? [edit, remove] : []),
  ]
}
