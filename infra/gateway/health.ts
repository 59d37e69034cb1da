import type { Upstream } from './proxy/upstream.ts'

const names = { command: 'Skrivetjenesten', projector: 'Lesetjenesten' } as const
const freshFor = 200

const reasonFrom = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'reason' in body
    ? String(body.reason).replace(/\.$/, '')
    : ''

/** Why the system cannot do its work: for anybody, and with all that is known, for those who operate it. */
export type Problem = { readonly sentence: string; readonly details: string }

/** Why a service cannot do its work; null if it can. */
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

/** Whether commands and queries both work. Asked by many, it asks the services five times a second at most. */
export const overallHealth = (services: readonly Upstream[]) => {
  let asked = 0
  let answer: Promise<Problem | null> = Promise.resolve(null)
  return (): Promise<Problem | null> => {
    if (Date.now() - asked < freshFor) return answer
    asked = Date.now()
    answer = Promise.all(services.map(problemOf)).then((problems) => {
      const real = problems.filter((problem) => problem !== null)
      if (real.length === 0) return null
      return {
        sentence: real.map(({ sentence }) => sentence).join(' '),
        details: real.map(({ details }) => details).join(' '),
      }
    })
    return answer
  }
}
