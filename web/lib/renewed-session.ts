type Ask = () => Promise<void>
let ask: Ask | undefined

/** The session gate says here how to ask people to log in again. */
export const onLostSession = (handler: Ask | undefined): void => {
  ask = handler
}

/** True once someone has logged in again; false where nobody can be asked. */
export const renewedSession = async (): Promise<boolean> => {
  if (!ask) return false
  await ask()
  return true
}
