import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { checkOidc } from '#access/oidc/oidc.ts'
import { checkDestinations, destinationsEnvironment } from '#audit/destinations/destinations.ts'
import { checkS3, s3Environment } from '#command/objects/s3-client.ts'
import { gatewaySettings } from '#gateway/environment.ts'
import { environment, logLevel } from '#kernel/environment.ts'
import { ownSettings } from './configuration.ts'

const settings = z.object({
  LOG_LEVEL: logLevel,
  ...gatewaySettings,
  ...destinationsEnvironment,
  ...s3Environment,
})

/** All that a start reads (docs/operations.md). */
export const settingNames: readonly string[] = [
  ...ownSettings,
  ...Object.keys(settings.shape),
  'DATA_TAKE_OVER',
]

/** Before anything is started, since a service could only refuse a setting in its log. @throws if one is wrong */
export const checkSettingsOfServices = (env: NodeJS.ProcessEnv): void => {
  const given = environment(settings, env)
  checkOidc(given)
  checkDestinations(given)
  checkS3(given)
}

/** Changed, added and missing letters. */
const mostWrong = 2
/** Shorter ones, such as PORT, resemble those of other programs. */
const shortest = 8

/** A setting that is not read may have been meant to protect, such as REQUIRE_TOTP. */
export const misspeltTexts = (env: NodeJS.ProcessEnv): string[] => {
  const known = settingNames.filter((name) => name.length >= shortest)
  return Object.keys(env).flatMap((name) => {
    if (settingNames.includes(name)) return []
    const meant = known.find((setting) => distance(name, setting) <= mostWrong)
    return meant ? [`${name} er ingen innstilling, og leses ikke. Mente du ${meant}?`] : []
  })
}
