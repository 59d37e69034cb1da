import { useState } from 'react'
import useSWR from 'swr'
import { readText, writeText } from '../lib/stored.ts'
import { useCount } from '../lib/use-rows.ts'
import { useMay } from '../session/session.ts'
import { Guide } from './guide.tsx'
import { OverviewPanels } from './overview-panels.tsx'
import { usePartCount } from './part-count.ts'

const hiddenKey = 'stykkliste.veiledningSkjult'

/** Undefined for users who may not invite. */
const useAccounts = (): number | undefined =>
  useSWR<readonly unknown[]>(useMay('admin') ? '/api/access/users' : null).data?.length

/** A guide until there are parts, assemblies and a second account; news as soon as there are parts and assemblies. */
export const Overview = () => {
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
    <>
      {mayEdit && (!isBegun || (accounts === 1 && !isHidden)) && (
        <Guide
          {...{ suppliers, parts, assemblies }}
          hasPeople={accounts !== undefined && accounts > 1}
          onHide={isBegun ? hide : undefined}
        />
      )}
      {(isBegun || !mayEdit) && <OverviewPanels />}
    </>
  )
}
