import type { FastifyRequest } from 'fastify'
import { may } from '#contracts/access.ts'
import { currentSession, type User } from '#contracts/access-answers.ts'
import { isEqualInConstantTime } from './constant-time.ts'
import { refused } from './refused.ts'
import type { App } from './types.ts'

export const userHeader = (user: User): string =>
  Buffer.from(JSON.stringify(user)).toString('base64url')

const userOf = (header: string): User | undefined => {
  try {
    return currentSession.shape.user.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
  } catch {
    return undefined
  }
}

const signedIn: unique symbol = Symbol('who is signed in')
declare module 'fastify' {
  interface FastifyRequest {
    [signedIn]?: User
  }
}

export const signedInUser = (request: FastifyRequest): User | undefined => request[signedIn]

export const isInternal = ({ headers }: FastifyRequest, token: string): boolean => {
  const given = headers['x-internal-token']
  return typeof given === 'string' && isEqualInConstantTime(given, Buffer.from(token))
}

/** Only the gateway has the internal token. A route that declares no permission fails at start. */
export const guard = (app: App, token: string): void => {
  app.decorateRequest('user', {
    getter() {
      const { [signedIn]: user } = this
      if (!user) throw new Error('No one is signed in on an internal route')
      return user
    },
  })

  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.needs) throw new Error(`${String(method)} ${url} does not say what it needs`)
  })

  const enter = (request: FastifyRequest): void => {
    if (request.url === '/internal/health') return
    if (!isInternal(request, token)) throw refused('FORBIDDEN')
    if (request.is404) return
    const { needs } = request.routeOptions.config
    if (needs === 'internal') return
    const header = request.headers['x-user']
    const user = typeof header === 'string' ? userOf(header) : undefined
    if (!user) throw refused('UNAUTHENTICATED')
    if (!needs || !may(user.role, needs)) throw refused('FORBIDDEN')
    request[signedIn] = user
  }
  app.addHook('onRequest', (request, _reply, done) => {
    enter(request)
    done()
  })
}
