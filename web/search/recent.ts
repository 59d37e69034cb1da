import { readStored, writeStored } from '../lib/stored.ts'
import type { Target } from './targets.ts'

const most = 8
const keyOf = (username: string) => `stykkliste.nylig.${username}`

/** What somebody has opened from here in this browser, the last first. */
export const recentOf = (username: string): readonly Target[] =>
  readStored<readonly Target[]>(keyOf(username)) ?? []

export const remember = (username: string, target: Target): void => {
  const others = recentOf(username).filter(({ href }) => href !== target.href)
  writeStored(keyOf(username), [target, ...others].slice(0, most))
}
