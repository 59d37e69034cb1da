import { readStored, writeStored } from './stored.ts'

/** Somewhere to go: a record, or something to do. */
export type Target = {
  readonly href: string
  readonly title: string
  /** What it is, and what it was found by. */
  readonly detail: string
  /** What a search found it by. */
  readonly marks?: readonly string[]
}

const most = 8
const keyOf = (username: string) => `stykkliste.nylig.${username}`

/** What somebody has opened in this browser, the last first. */
export const recentOf = (username: string): readonly Target[] =>
  readStored<readonly Target[]>(keyOf(username)) ?? []

export const remember = (username: string, { href, title, detail }: Target): void => {
  const target = { href, title, detail }
  const others = recentOf(username).filter((other) => other.href !== href)
  writeStored(keyOf(username), [target, ...others].slice(0, most))
}
