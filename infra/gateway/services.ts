import type { Document } from './proxy/directions.ts'
import { directions, type Directions } from './proxy/directions.ts'
import { overallHealth, type Problem } from './health.ts'
import { upstream, type Upstream } from './proxy/upstream.ts'

export type Services = {
  readonly upstreams: Readonly<Record<Upstream['name'], Upstream>>
  readonly directions: Directions
  readonly health: () => Promise<Problem | null>
  /** What each service last said about its own API. */
  readonly documents: () => readonly (readonly [string, Document])[]
  /** Settles once both have been asked for the first time, whether they were there or not. */
  readonly asked: Promise<void>
  readonly close: () => Promise<void>
}

const notAsked: Problem = {
  sentence: 'Tjenestene er ikke klare.',
  details: 'Tjenestene er ikke spurt om hva de svarer på.',
}

const askAgain = 200
const refreshEvery = 30_000

type Urls = { readonly command: string; readonly projector: string }

/** The services behind the gateway. They may come and go; what they answer is asked again all the time. */
export const openServices = (urls: Urls, internalToken: string): Services => {
  const upstreams = {
    command: upstream('command', urls.command, internalToken),
    projector: upstream('projector', urls.projector, internalToken),
  }
  const both = [upstreams.command, upstreams.projector]
  const known: { command: Document | null; projector: Document | null } = {
    command: null,
    projector: null,
  }
  const ways = directions()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const ask = async (service: Upstream): Promise<boolean> => {
    try {
      const { status, body } = await service.get('/internal/openapi.json', 3000)
      if (status === 200) known[service.name] = body as Document
      return status === 200
    } catch {
      return false
    }
  }

  const refresh = async (): Promise<void> => {
    const all = await Promise.all(both.map(ask))
    ways.learn(known)
    if (closed) return
    timer = setTimeout(() => void refresh(), all.every(Boolean) ? refreshEvery : askAgain)
    timer.unref()
  }
  const asked = refresh()
  const healthOfBoth = overallHealth(both)

  return {
    asked,
    upstreams,
    directions: ways,
    // Until both have said what they answer, calls could go the wrong way.
    health: async () =>
      (await healthOfBoth()) ?? (known.command && known.projector ? null : notAsked),
    documents: () =>
      Object.entries(known).flatMap(([name, document]) => (document ? [[name, document]] : [])),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await Promise.all(both.map((service) => service.close()))
    },
  }
}
