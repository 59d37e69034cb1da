import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { may } from '#contracts/access.ts'
import { refuse } from '#contracts/refusals.ts'
import { failure } from '#kernel/failure.ts'
import { isInternal } from '#kernel/identity.ts'
import { successSchema } from '#kernel/openapi.ts'
import type { Identify, Rules } from '#access/rules.ts'
import type { Upstream } from './proxy/upstream.ts'

const names = { command: 'Skrivetjenesten', projector: 'Lesetjenesten' } as const
const freshFor = 200

const reasonFrom = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'reason' in body
    ? String(body.reason).replace(/\.$/, '')
    : ''

/** `sentence` is for everybody; `details` may name records and hosts, so it is for operators. */
type Problem = { readonly sentence: string; readonly details: string }

const problemOf = async (service: Upstream): Promise<Problem | null> => {
  const name = names[service.name]
  try {
    const { status, body } = await service.get('/internal/health', 2000)
    if (status === 200) return null
    const details = `${name}: ${reasonFrom(body) || `svarte ${status}`}.`
    return { sentence: `${name} er ikke klar.`, details }
  } catch {
    const sentence = `${name} svarer ikke.`
    return { sentence, details: sentence }
  }
}

/** Cached, so that callers cannot flood the services with checks. */
export const createHealth = (services: readonly Upstream[]) => {
  let askedAt = -Infinity
  let answer: Promise<Problem | null> = Promise.resolve(null)
  return (): Promise<Problem | null> => {
    if (performance.now() - askedAt < freshFor) return answer
    askedAt = performance.now()
    answer = Promise.all(services.map(problemOf)).then((all) => {
      const problems = all.filter((problem) => problem !== null)
      const join = (key: keyof Problem) => problems.map((problem) => problem[key]).join(' ')
      return problems.length > 0 ? { sentence: join('sentence'), details: join('details') } : null
    })
    return answer
  }
}

export const healthRoutes = (
  rules: Rules,
  health: () => Promise<Problem | null>,
  identify: Identify,
  internalToken: string,
): Promise<void> => {
  const operates = async (request: FastifyRequest): Promise<boolean> => {
    if (isInternal(request, internalToken)) return true
    // If the accounts cannot be read, nobody is identified.
    const session = await identify(request).catch(() => null)
    return session !== null && !session.mustSetUpTotp && may(session.user.role, 'admin')
  }
  return rules.within('anyone', (scope) => {
    const response: Readonly<Record<number, z.ZodType>> = {
      200: successSchema(z.object({ ready: z.literal(true) })),
    }
    const schema = { summary: 'Om kommandoer og spørringer virker', response }
    scope.get('/api/health', { schema }, async (request, reply) => {
      const problem = await health()
      if (problem === null) return { success: true, data: { ready: true } }
      const reason = (await operates(request)) ? problem.details : problem.sentence
      return reply.code(503).send({ ...failure(refuse('UNAVAILABLE')), reason })
    })
    scope.get('/internal/health', { schema: { hide: true }, logLevel: 'warn' }, async () => ({
      ok: true,
    }))
  })
}
