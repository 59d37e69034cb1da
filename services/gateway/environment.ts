import proxyAddress from '@fastify/proxy-addr'
import { z } from 'zod'
import { roles, type Role } from '#contracts/access.ts'
import { oidcEnvironment } from '#access/oidc/oidc.ts'
import { address, readBy, serviceEnvironment } from '#kernel/environment.ts'

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
    context.addIssue({
      code: 'custom',
      message: `${name} er ingen rolle. Rollene er ${Object.keys(roles).join(', ')}`,
    })
  return names.filter(isRole)
})

const isHost = (text: string): boolean => /^([\w.-]+|\[[0-9a-f:.]+\])$/i.test(text)

const hostList = list.refine((names) => names.every(isHost), {
  error: 'må være vertsnavn uten https:// og port, med komma mellom',
})

const proxyList = list.superRefine(
  readBy(
    (address) => proxyAddress.compile([address]),
    'må være adresser til proxyer, som 10.0.0.1 eller 10.0.0.0/8, med komma mellom',
  ),
)

const aboveOne = (byDefault: number) =>
  z.coerce
    .number({ error: 'må være et tall fra 1' })
    .min(1, { error: 'må være et tall fra 1' })
    .default(byDefault)

/** docs/operations.md explains each. */
export const gatewaySettings = {
  ADMIN_USERNAME: z.string().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  /** The address that people use behind a proxy, such as `https://stykkliste.firma.no`. */
  PUBLIC_URL: address('https://stykkliste.firma.no')
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
      error: 'må være en adresse uten sti: systemet kan ikke ligge under en',
    })
    .optional(),
  /** Further accepted names in the Host header. */
  ALLOWED_HOSTS: hostList,
  /** Proxies whose X-Forwarded-For is trusted. Never a wildcard. */
  TRUST_PROXY: proxyList,
  REQUIRE_TOTP: roleList,
  RATE_LIMIT_PER_SECOND: aboveOne(200),
  RATE_LIMIT_BURST: aboveOne(2000),
  ...oidcEnvironment,
}

export const gatewayEnvironment = serviceEnvironment.omit({ EVENTSTORE_URL: true }).extend({
  COMMAND_URL: z.url(),
  PROJECTOR_URL: z.url(),
  ...gatewaySettings,
})
