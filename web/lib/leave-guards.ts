type Go = () => void
type Guard = (go: Go) => void

/** Guards ask before leaving the page. The lowest dialog's guard is first. */
const guards = new Set<Guard>()

export const addGuard = (guard: Guard): void => void guards.add(guard)
export const removeGuard = (guard: Guard): void => void guards.delete(guard)

/** Navigates at once, or after the top guard has agreed. */
export const leaveAfterGuards = (go: Go): void => {
  const top = [...guards].at(-1)
  if (top) top(go)
  else go()
}
