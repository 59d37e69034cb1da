import { distance } from 'fastest-levenshtein'

/** Changed, added and missing letters. */
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
