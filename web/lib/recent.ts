import { readStored, writeStored } from './stored.ts'

/** Somewhere to go: a record, or something to do. */
export type Target = {
  readonly href: string
  readonly title: string
  /** What it is, and what it was found by. */
  readonly detail: string
}

const most = 8
const keyOf = (username: string) => `stykkliste.nylig.${username}`

/** What somebody has opened in this browser, the last first. */
export const recentOf = (username: string): readonly Target[] =>
  readStored<readonly Target[]>(keyOf(username)) ?? []

export const remember = (username: string, target: Target): void => {
  const others = recentOf(username).filter(({ href }) => href !== target.href)
  writeStored(keyOf(username), [target, ...others].slice(0, most))
}
