import type { LinkKind, linkKinds } from '#contracts/assembly/link-kinds.ts'
import type { Entity } from '#contracts/entity.ts'
import type { Collection } from '#contracts/fields.ts'
import type { Sections } from '../form/entity-form-dialog.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import type { MakeDialogProps } from '../lib/make-record.tsx'

type Form = { readonly entity: Entity; readonly form: Sections }

const dialogOf = (load: () => Promise<Form>) =>
  lazyDialog<MakeDialogProps>(async () => {
    const [{ entity, form }, { EntityFormDialog }] = await Promise.all([
      load(),
      import('../form/entity-form-dialog.tsx'),
    ])
    return (props) => <EntityFormDialog entity={entity} sections={form} {...props} />
  })

/** Collections that a form may refer to, or that a stykkliste may contain. */
type Made = Collection | (typeof linkKinds)[LinkKind]['entity']

export const makeDialogs: Readonly<Record<Made, ReturnType<typeof dialogOf>>> = {
  suppliers: dialogOf(async () => (await import('../suppliers/suppliers-screen.tsx')).suppliers),
  manufacturers: dialogOf(
    async () => (await import('../manufacturers/manufacturers-screen.tsx')).manufacturers,
  ),
  componenttypes: dialogOf(
    async () => (await import('../components/components-screen.tsx')).components,
  ),
  motortypes: dialogOf(async () => (await import('../motors/motors-screen.tsx')).motors),
  sensortypes: dialogOf(async () => (await import('../sensors/sensors-screen.tsx')).sensors),
  assemblytypes: dialogOf(async () => (await import('../assemblies/shared/form.ts')).assemblies),
}
