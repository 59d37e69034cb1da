import { ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { BulkActions } from '../../bulk/bulk-actions.tsx'
import { useMay } from '../../session/session.ts'
import { Link } from 'wouter'
import { mostAssemblies } from '#contracts/purchasing/assembly-times.ts'
import { ButtonLink } from '../../lib/button.tsx'
import type { View } from '../../lib/list/list-props.ts'
import { MarkedBar } from '../../lib/list/marks.tsx'
import { SelectionContext, useMarks, useSelection } from '../../lib/list/selection.ts'
import { purchasingPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'

const PurchaseLink = () => {
  const ids = useMarks()?.ids ?? new Set()
  return ids.size > mostAssemblies ? (
    <span className="text-sm text-warning">
      En innkjøpsliste kan ha høyst {mostAssemblies} sammenstillinger
    </span>
  ) : (
    <Link href={purchasingPath([...ids].map(Number))} asChild>
      <ButtonLink icon={<ShoppingCart />}>Innkjøpsliste</ButtonLink>
    </Link>
  )
}

type Props = { shown: View<Assembly>; children: ReactNode }

/** A list whose assemblies can be marked, and what can be done with those that are. */
export const MarkedAssemblies = ({ shown, children }: Props) => (
  <SelectionContext value={useSelection(shown)}>
    {children}
    <MarkedBar>
      <PurchaseLink />
      {useMay('edit') && <BulkActions entity={assembly} />}
    </MarkedBar>
  </SelectionContext>
)
