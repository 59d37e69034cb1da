import { z } from 'zod'
import { roles, type Role } from '#contracts/access.ts'
import { oidcEnvironment } from '#access/oidc/oidc.ts'
import { optionalText, serviceEnvironment } from '#kernel/environment.ts'

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const isRole = (text: string): text is Role => text in roles

const roleList = list.transform((names, context) => {
  const unknown = names.filter((name) => !isRole(name))
  for (const name of unknown)
    context.addIssue({ code: 'custom', message: `there is no role called ${name}` })
  return names.filter(isRole)
})

/** docs/operations.md explains each variable. */
export const gatewayEnvironment = serviceEnvironment.omit({ EVENTSTORE_URL: true }).extend({
  COMMAND_URL: z.url(),
  PROJECTOR_URL: z.url(),
  ADMIN_USERNAME: optionalText,
  ADMIN_PASSWORD: optionalText,
  /** The address that people use behind a proxy, such as `https://stykkliste.firma.no`. */
  PUBLIC_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  /** Further accepted names in the Host header. */
  ALLOWED_HOSTS: list,
  /** Proxies whose X-Forwarded-For is trusted. Never a wildcard. */
  TRUST_PROXY: list,
  REQUIRE_TOTP: roleList,
  RATE_LIMIT_PER_SECOND: z.coerce.number().min(1).default(200),
  RATE_LIMIT_BURST: z.coerce.number().min(1).default(2000),
  ...oidcEnvironment,
})
