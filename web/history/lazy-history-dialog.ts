import { lazyDialog } from '../lib/lazy-dialog.tsx'

export const HistoryDialog = lazyDialog(() => import('./history-dialog.tsx'), 'HistoryDialog')
