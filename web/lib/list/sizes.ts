export const actionsColumn = 'Handlinger'
export const minWidth = 80
/** On a phone the actions of a row are behind one button. */
export const compactActionsWidth = 49
/** Narrower than this, a list has no room for a button per action. */
const roomForActions = 560

/** Of the column of actions, in a list of this width; 0 is not known yet. */
export const actionsWidth = (actions: number, width: number): number => {
  if (actions === 0) return 0
  return width > 0 && width < roomForActions ? compactActionsWidth : 120 + 20 * actions
}
