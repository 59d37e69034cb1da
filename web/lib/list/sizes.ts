export const actionsColumn = 'Handlinger'
export const minWidth = 80
export const actionsWidth = (actions: number): number => 120 + 20 * actions
