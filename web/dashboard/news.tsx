import { lazy, Suspense, useState } from 'react'
import useSWR from 'swr'
import { readText, writeText } from '../lib/stored.ts'
import { useCount } from '../lib/use-rows.ts'
import { useMay } from '../session/session.ts'
import { usePartCount } from './part-count.ts'

/** It knows every kind of record: code that the counts need not wait for. */
const OverviewPanels = lazy(async () => ({
  default: (await import('./overview-panels.tsx')).OverviewPanels,
}))

/** Most have begun long ago. */
const Guide = lazy(async () => ({ default: (await import('./guide.tsx')).Guide }))

const hiddenKey = 'stykkliste.veiledningSkjult'

/** How many have an account, for those who can invite. */
const useAccounts = (): number | undefined =>
  useSWR<readonly unknown[]>(useMay('admin') ? '/api/access/users' : null).data?.length

/** Until there are parts, assemblies and people it tells how to begin; with the first two, what is new. */
export const News = () => {
  const parts = usePartCount()
  const suppliers = useCount('suppliers')
  const assemblies = useCount('assemblytypes')
  const accounts = useAccounts()
  const mayEdit = useMay('edit')
  const [isHidden, setHidden] = useState(() => readText(hiddenKey) !== null)
  if (typeof parts !== 'number' || typeof suppliers !== 'number') return null
  if (typeof assemblies !== 'number') return null
  const isBegun = parts > 0 && assemblies > 0
  const hide = () => {
    writeText(hiddenKey, 'yes')
    setHidden(true)
  }
  return (
    <Suspense>
      {mayEdit && (!isBegun || (accounts === 1 && !isHidden)) && (
        <Guide
          {...{ suppliers, parts, assemblies }}
          hasPeople={accounts !== undefined && accounts > 1}
          onHide={isBegun ? hide : undefined}
        />
      )}
      {(isBegun || !mayEdit) && <OverviewPanels />}
    </Suspense>
  )
}
