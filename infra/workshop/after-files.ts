import suite from 'tap'

type Close = () => Promise<void>
/** Null in a process that runs a single file. */
let closes: Close[] | null = null

export const afterFiles = (close: Close): void => {
  if (closes) closes.push(close)
  else suite.teardown(close)
}

/** tap's own teardown would end the whole suite after the first file. */
export const withSharedTeardown = async (run: () => Promise<void>): Promise<void> => {
  closes = []
  await run()
  for (const close of closes) await close()
}
