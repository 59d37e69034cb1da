/** Changed, added and missing letters, as Levenshtein counts them. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [above, letter] of from.split('').entries()) {
    const next = [above + 1]
    for (const [at, other] of to.split('').entries())
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

const mostWrong = 2
/** Shorter ones, such as PORT, resemble those of other programs. */
const shortest = 8

/** A setting that is not read may have been meant to protect, such as REQUIRE_TOTP. */
export const misspeltTexts = (env: NodeJS.ProcessEnv, settings: readonly string[]): string[] => {
  const known = settings.filter((name) => name.length >= shortest)
  return Object.keys(env).flatMap((name) => {
    if (settings.includes(name)) return []
    const meant = known.find((setting) => distance(name, setting) <= mostWrong)
    return meant ? [`${name} er ingen innstilling, og leses ikke. Mente du ${meant}?`] : []
  })
}
