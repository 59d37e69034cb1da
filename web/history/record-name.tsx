import useSWR from 'swr'
import { valueAt, type AnyRecord, type EntityName } from '#contracts/entity.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'

type Props = { collection: EntityName; id: number | string }

/** What people know a record by; its number where it is no longer there. */
export const RecordName = ({ collection, id }: Props) => {
  const { data, error } = useSWR<AnyRecord>(`/api/${collection}/${id}`)
  if (!data) return error ? `Nr. ${id}` : '…'
  const { title } = entityNamed(collection)
  return String(valueAt(data, title) || valueAt(data, 'supplierArticlenumber') || `Nr. ${id}`)
}
