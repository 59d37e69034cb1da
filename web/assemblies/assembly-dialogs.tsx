import { lazy, Suspense, useState } from 'react'
import { assembly as entity } from '#contracts/catalogue/assembly.ts'
import { EntityFormDialog } from '../lib/form/entity-form-dialog.tsx'
import { ImagePreview } from '../lib/image-preview.tsx'
import type { Row } from '../lib/row.ts'
import type { Assembly } from './assembly.ts'
import { formSections } from './form-sections.ts'
import type { DialogKind } from './list/actions.ts'
import type { Signal } from './manage/signal.ts'

// The large dialogs are fetched when one is first opened.
const ManageDialog = lazy(() => import('./manage/manage-dialog.tsx'))
const BomDialog = lazy(() => import('./bom/bom-dialog.tsx'))
const CloneDialog = lazy(() => import('./clone-dialog.tsx'))
const CompareDialog = lazy(() => import('./bom/compare-dialog.tsx'))
const WhereUsedDialog = lazy(() => import('./where-used-dialog.tsx'))

export type Opened = { readonly kind: DialogKind; readonly assembly: Assembly } | 'create' | null

type Props = { opened: Opened; readOnly: boolean; onClose: () => void }

const noSignals: readonly Signal[] = []

/** The one dialog that is open, if any. Signals live here: as long as the screen does. */
export const AssemblyDialogs = ({ opened, readOnly, onClose }: Props) => {
  const [signals, setSignals] = useState<ReadonlyMap<number, readonly Signal[]>>(new Map())
  if (opened === null) return null
  if (opened === 'create')
    return <EntityFormDialog entity={entity} sections={formSections} onClose={onClose} />

  const { kind, assembly } = opened
  const dialogs: Record<DialogKind, () => React.ReactNode> = {
    edit: () => (
      <EntityFormDialog
        entity={entity}
        item={assembly as unknown as Row}
        sections={formSections}
        onClose={onClose}
      />
    ),
    manage: () => (
      <ManageDialog
        assembly={assembly}
        readOnly={readOnly}
        signals={signals.get(assembly.id) ?? noSignals}
        onSignals={(changed) => setSignals(new Map(signals).set(assembly.id, changed))}
        onClose={onClose}
      />
    ),
    bom: () => <BomDialog assembly={assembly} onClose={onClose} />,
    clone: () => <CloneDialog assembly={assembly} onClose={onClose} />,
    image: () => <ImagePreview open onClose={onClose} title={assembly.name} src={assembly.image} />,
    compare: () => <CompareDialog assembly={assembly} onClose={onClose} />,
    'where-used': () => <WhereUsedDialog assembly={assembly} onClose={onClose} />,
  }
  return <Suspense>{dialogs[kind]()}</Suspense>
}
