import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { may, type Permission } from '#contracts/access.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import type { Session } from './sessions/sessions.ts'

/** 'own-account': also for users who must set up TOTP first; they can call nothing else. */
export type Rule = Permission | readonly Permission[] | 'signed-in' | 'own-account' | 'anyone'

/** Small, because anybody can send such a body. */
const anyonesBodyLimit = 16 * 1024

const ruled = new WeakMap<object, Rule>()
const signedIn = new WeakMap<object, Session>()

export const ruleOf = (route: object): Rule | undefined => ruled.get(route)

export const sessionOf = (request: FastifyRequest): Session => {
  const session = signedIn.get(request)
  if (!session) throw new Error('This route has no session')
  return session
}

/** Undefined before the request is identified. */
export const accountOf = (request: FastifyRequest): string | undefined =>
  signedIn.get(request)?.user.id

/** A stolen token must not be able to create further access. */
export const refuseTokens = (request: FastifyRequest): void => {
  if (sessionOf(request).user.token !== undefined)
    throw refused('FORBIDDEN', 'Dette kan ikke gjøres med en API-nøkkel. Logg inn.')
}

const allows = (rule: Rule, { user, mustSetUpTotp }: Session): boolean => {
  if (rule === 'own-account') return true
  if (mustSetUpTotp) throw refused('FORBIDDEN', 'Slå på engangskode under Min konto først.')
  if (rule === 'signed-in' || rule === 'anyone') return true
  const permissions: readonly Permission[] = typeof rule === 'string' ? [rule] : rule
  return permissions.some((permission) => may(user.role, permission))
}

export type Identify = (request: FastifyRequest) => Promise<Session | null>
export type NoteRefusal = (request: FastifyRequest, session: Session) => void

/** A route without a rule fails at start. */
export const createRules = (app: FastifyInstance, identify: Identify, noteRefusal: NoteRefusal) => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const without = routes.filter((route) => !ruled.has(route)).map(({ url }) => url)
    if (without.length > 0) throw new Error(`Routes without a rule: ${without.join(', ')}`)
  })

  const check = (rule: Rule) => async (request: FastifyRequest) => {
    const session = await identify(request)
    if (!session) throw refused('UNAUTHENTICATED')
    if (!allows(rule, session)) {
      noteRefusal(request, session)
      throw refused('FORBIDDEN')
    }
    signedIn.set(request, session)
  }

  const within = async (rule: Rule, add: (scope: App) => Promise<void> | void): Promise<void> => {
    await app.register(async (scope) => {
      scope.addHook('onRoute', (route) => {
        ruled.set(route, rule)
        if (rule === 'anyone') route.bodyLimit = anyonesBodyLimit
      })
      if (rule !== 'anyone') scope.addHook('onRequest', check(rule))
      await add(scope as unknown as App)
    })
  }

  return { within }
}

export type Rules = ReturnType<typeof createRules>
