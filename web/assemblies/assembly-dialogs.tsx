import { useState, type ReactNode } from 'react'
import { assembly as entity } from '#contracts/catalogue/assembly.ts'
import { ImagePreview } from '../lib/image-preview.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import type { Row } from '../lib/row.ts'
import type { Assembly } from './assembly.ts'
import { formSections } from './form-sections.ts'
import type { DialogKind } from './list/actions.ts'
import type { Signal } from './manage/signal.ts'

// A dialog's code is fetched when one of its kind is first opened.
const FormDialog = lazyDialog(async () => {
  const { EntityFormDialog } = await import('../lib/form/entity-form-dialog.tsx')
  return EntityFormDialog
})
const ManageDialog = lazyDialog(
  async () => (await import('./manage/manage-dialog.tsx')).ManageDialog,
)
const BomDialog = lazyDialog(async () => (await import('./bom/bom-dialog.tsx')).BomDialog)
const CloneDialog = lazyDialog(async () => (await import('./clone-dialog.tsx')).CloneDialog)
const CompareDialog = lazyDialog(
  async () => (await import('./bom/compare-dialog.tsx')).CompareDialog,
)
const WhereUsedDialog = lazyDialog(
  async () => (await import('./where-used-dialog.tsx')).WhereUsedDialog,
)

export type Opened = { readonly kind: DialogKind; readonly assembly: Assembly } | 'create' | null

type Props = { opened: Opened; readOnly: boolean; onClose: () => void }

const noSignals: readonly Signal[] = []

/** The one dialog that is open, if any. Signals live here: as long as the screen does. */
export const AssemblyDialogs = ({ opened, readOnly, onClose }: Props) => {
  const [signals, setSignals] = useState<ReadonlyMap<number, readonly Signal[]>>(new Map())
  if (opened === null) return null
  const form = { entity, sections: formSections, onClose }
  if (opened === 'create') return <FormDialog {...form} />

  const { kind, assembly } = opened
  const plain = { assembly, onClose }
  const dialogs: Record<DialogKind, () => ReactNode> = {
    edit: () => <FormDialog {...form} item={assembly as unknown as Row} />,
    manage: () => (
      <ManageDialog
        {...plain}
        readOnly={readOnly}
        signals={signals.get(assembly.id) ?? noSignals}
        onSignals={(changed) => setSignals(new Map(signals).set(assembly.id, changed))}
      />
    ),
    bom: () => <BomDialog {...plain} />,
    clone: () => <CloneDialog {...plain} />,
    image: () => <ImagePreview open onClose={onClose} title={assembly.name} src={assembly.image} />,
    compare: () => <CompareDialog {...plain} />,
    'where-used': () => <WhereUsedDialog {...plain} />,
  }
  return dialogs[kind]()
}
