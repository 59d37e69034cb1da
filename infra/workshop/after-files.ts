import suite from 'tap'

type Close = () => Promise<void>
/** null in a process that runs one file alone. */
let closes: Close[] | null = null

/** Stops what all tests of a file share: after the last file, where several share a process. */
export const afterFiles = (close: Close): void => {
  if (closes) closes.push(close)
  else suite.teardown(close)
}

/** Runs files that share what they have asked for. tap would end with the first teardown of a whole file. */
export const sharing = async (run: () => Promise<void>): Promise<void> => {
  closes = []
  await run()
  for (const close of closes) await close()
}
