import { History } from 'lucide-react'
import type { ComponentProps } from 'react'
import { DialogButton } from '../lib/dialog-button.tsx'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useMay } from '../session/session.ts'

export const HistoryDialog = lazyDialog(
  async () => (await import('../history/history-dialog.tsx')).HistoryDialog,
)

export const HistoryButton = (props: Omit<ComponentProps<typeof HistoryDialog>, 'onClose'>) =>
  useMay('history') && (
    <DialogButton icon={<History />} dialog={HistoryDialog} with={props}>
      Historikk
    </DialogButton>
  )
