type Go = () => void
type Guard = (go: Go) => void

/** Ask before the page goes elsewhere, the lowest dialog first. */
const guards: Guard[] = []

export const raise = (guard: Guard): void => void guards.push(guard)

export const lower = (guard: Guard): void => {
  const at = guards.indexOf(guard)
  if (at !== -1) guards.splice(at, 1)
}

/** Goes elsewhere, once whoever has something to lose was asked. */
export const goAskingFirst = (go: Go): void => {
  const top = guards.at(-1)
  if (top) top(go)
  else go()
}
