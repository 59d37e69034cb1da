import type { ReactNode } from 'react'
import { HistoryDialog } from '../history/lazy-history-dialog.ts'
import { Button } from '../lib/button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import type { Assembly, DialogKind } from './shared/assembly.ts'
import { assemblies } from './shared/form.ts'

const FormDialog = lazyDialog(() => import('../form/entity-form-dialog.tsx'), 'EntityFormDialog')
const ManageDialog = lazyDialog(() => import('./manage/manage-dialog.tsx'), 'ManageDialog')
export const OpenedBom = lazyDialog(() => import('./bom/bom-dialog.tsx'), 'OpenedBom')
const CloneDialog = lazyDialog(() => import('./clone-dialog.tsx'), 'CloneDialog')
const CompareDialog = lazyDialog(() => import('./bom/compare-dialog.tsx'), 'CompareDialog')

const ImagePreview = lazyDialog(() => import('../lib/image-preview.tsx'), 'ImagePreview')
const WhereUsedDialog = lazyDialog(() => import('./where-used-dialog.tsx'), 'WhereUsedDialog')

/** The stykkliste is not among these: it is opened by its address. */
type OtherKind = Exclude<DialogKind, 'bom'>
export type Opened = { readonly kind: OtherKind; readonly assembly: Assembly } | 'create'

type Props = {
  opened: Opened | null
  onClose: () => void
  onManage: (assembly: Assembly) => void
}

export const AssemblyDialogs = ({ opened, onClose, onManage }: Props) => {
  if (opened === null) return null
  const form = { entity: assemblies.entity, sections: assemblies.form, onClose }
  if (opened === 'create')
    return (
      <FormDialog
        {...form}
        next={(made) => (
          <Button small className="mt-2" onClick={() => onManage(made as Assembly)}>
            Administrer
          </Button>
        )}
      />
    )

  const { kind, assembly } = opened
  const plain = { assembly, onClose }
  const dialogs: Record<OtherKind, () => ReactNode> = {
    edit: () => <FormDialog {...form} item={assembly} />,
    manage: () => <ManageDialog {...plain} />,
    clone: () => <CloneDialog {...plain} />,
    image: () => <ImagePreview onClose={onClose} title={assembly.name} src={assembly.image} />,
    compare: () => <CompareDialog {...plain} />,
    history: () => (
      <HistoryDialog
        subject={{ entity: 'assemblytypes', id: assembly.id }}
        title={assembly.name}
        onClose={onClose}
      />
    ),
    'where-used': () => <WhereUsedDialog {...plain} />,
  }
  return dialogs[kind]()
}
