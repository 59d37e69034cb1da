import useSWR from 'swr'
import { valueAt, type AnyRecord, type EntityName } from '#contracts/entity.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { RecordLink } from '../lib/record-link.tsx'
import { isListed } from '../lib/list-paths.ts'

type Props = { collection: EntityName; id: number | string }

/** What people know a record by, and a link to it; its number where it is no longer there. */
export const RecordName = ({ collection, id }: Props) => {
  const { data, error } = useSWR<AnyRecord>(`/api/${collection}/${id}`)
  if (!data) return error ? `Nr. ${id}` : '…'
  const { title } = entityNamed(collection)
  const name = String(valueAt(data, title) || valueAt(data, 'supplierArticlenumber') || `Nr. ${id}`)
  return isListed(collection) ? (
    <RecordLink to={collection} id={id}>
      {name}
    </RecordLink>
  ) : (
    name
  )
}
