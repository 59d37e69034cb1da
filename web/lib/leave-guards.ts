type Go = () => void
type Guard = (go: Go) => void

/** Guards ask before leaving the page. The lowest dialog's guard is first. */
const guards: Guard[] = []

export const addGuard = (guard: Guard): void => void guards.push(guard)

export const removeGuard = (guard: Guard): void => {
  const at = guards.indexOf(guard)
  if (at !== -1) guards.splice(at, 1)
}

/** Navigates at once, or after the top guard has agreed. */
export const leaveAfterGuards = (go: Go): void => {
  const top = guards.at(-1)
  if (top) top(go)
  else go()
}
