import { useEffect, type ReactNode } from 'react'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { AnyRecord } from '#contracts/entity.ts'
import { capitalized } from '#contracts/text.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { remember } from '../lib/recent.ts'
import { type Listed } from '../lib/list-paths.ts'
import { recordPath, recordTitle } from '../lib/records.ts'
import { useRecord } from '../lib/use-rows.ts'
import { useWindowTitle } from '../lib/window-title.ts'
import { useUser } from '../session/session.ts'

const RecordNotShown = lazyDialog(
  async () => (await import('./record-not-shown.tsx')).RecordNotShown,
)

/** Recent records come first in the search. */
const useRememberRecent = (of: Listed, row: AnyRecord | undefined) => {
  const username = useUser()?.username
  useEffect(() => {
    if (!username || !row) return
    const entity = entityNamed(of)
    const detail = capitalized(entity.noun.one)
    remember(username, { href: recordPath(of, row.id), title: recordTitle(entity, row), detail })
  }, [username, of, row])
}

type Props<Row> = {
  of: Listed
  id: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** The record in the address, or a dialog that says why it cannot be shown. */
export const OpenedRecord = <Row extends AnyRecord>(props: Props<Row>) => {
  const { of, id, onClose, children } = props
  const { data, error, mutate } = useRecord<Row>(of, id)
  useRememberRecent(of, data)
  useWindowTitle('record', data ? recordTitle(entityNamed(of), data) : null)
  if (data) return children(data)
  if (!error) return null
  return <RecordNotShown of={of} id={id} error={error} mutate={mutate} onClose={onClose} />
}
