import { readStored, writeStored } from './stored.ts'

/** A record or an action. */
export type Target = {
  readonly href: string
  readonly title: string
  /** Shown below the title: the kind of record and the matching field. */
  readonly detail: string
  readonly marks?: readonly string[]
}

const most = 8
const keyOf = (username: string) => `stykkliste.nylig.${username}`

/** Newest first, from this browser's storage. */
export const recentOf = (username: string): readonly Target[] =>
  readStored<readonly Target[]>(keyOf(username)) ?? []

export const remember = (username: string, { href, title, detail }: Target): void => {
  const target = { href, title, detail }
  const others = recentOf(username).filter((other) => other.href !== href)
  writeStored(keyOf(username), [target, ...others].slice(0, most))
}
