import { lazyDialog } from '../lazy-dialog.tsx'
import type { CatalogueDialogProps } from './catalogue-dialog.tsx'

/** Everything that opens over a catalogue list: forms, details, image. Apart from the list's own code. */
export const CatalogueDialog = lazyDialog<CatalogueDialogProps>(() =>
  import('./catalogue-dialog.tsx').then((m) => m.CatalogueDialog),
)
