import { History } from 'lucide-react'
import type { ComponentProps } from 'react'
import { HistoryDialog } from '../history/lazy-history-dialog.ts'
import { DialogButton } from '../lib/dialog-button.tsx'
import { useMay } from '../session/session.ts'

export const HistoryButton = (props: Omit<ComponentProps<typeof HistoryDialog>, 'onClose'>) =>
  useMay('history') && (
    <DialogButton icon={<History />} dialog={HistoryDialog} with={props}>
      Historikk
    </DialogButton>
  )
