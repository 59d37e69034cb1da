import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useRecord } from '../lib/use-rows.ts'
import type { Assembly, DialogKind } from './shared/assembly.ts'
import { assemblies } from './shared/form.ts'

export const RecordDialog = lazyDialog(
  async () => (await import('../catalogue/catalogue-dialog.tsx')).CatalogueDialog,
)
export const OpenedBom = lazyDialog(async () => (await import('./bom/bom-dialog.tsx')).OpenedBom)
const ownDialogs = {
  manage: lazyDialog(async () => (await import('./manage/manage-dialog.tsx')).ManageDialog),
  clone: lazyDialog(async () => (await import('./clone-dialog.tsx')).CloneDialog),
  compare: lazyDialog(async () => (await import('./bom/compare-dialog.tsx')).CompareDialog),
  'where-used': lazyDialog(async () => (await import('./where-used-dialog.tsx')).WhereUsedDialog),
}

/** The stykkliste is not among these: it is opened by its address. */
type OtherKind = Exclude<DialogKind, 'bom'>
export type Opened = { readonly kind: OtherKind; readonly assembly: Assembly }

/** Shows the newest version, also of an assembly that the dialog itself has changed. */
export const AssemblyDialog = (props: Opened & { onClose: () => void }) => {
  const { kind, assembly: opened, onClose } = props
  const { data: assembly = opened } = useRecord<Assembly>('assemblytypes', String(opened.id))
  if (kind === 'edit' || kind === 'image' || kind === 'history')
    return (
      <RecordDialog definition={assemblies} dialog={{ kind, row: assembly }} onClose={onClose} />
    )
  const OwnDialog = ownDialogs[kind]
  return <OwnDialog assembly={assembly} onClose={onClose} />
}
