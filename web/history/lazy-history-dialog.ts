import { lazyDialog } from '../lib/lazy-dialog.tsx'

export const HistoryDialog = lazyDialog(
  async () => (await import('./history-dialog.tsx')).HistoryDialog,
)
