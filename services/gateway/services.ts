import { createHealth, type Problem } from './health.ts'
import { createRouting, type Document } from './proxy/routing.ts'
import { createUpstream, type ServiceName, type Upstream } from './proxy/upstream.ts'

export type Services = ReturnType<typeof openServices>

const notAsked: Problem = {
  sentence: 'Tjenestene er ikke klare.',
  details: 'Tjenestene er ikke spurt om hva de svarer på.',
}

const askAgain = 200
const refreshEvery = 30_000

const documentOf = async (service: Upstream): Promise<Document | null> => {
  const answer = await service.get('/internal/openapi.json', 3000).catch(() => null)
  return answer?.status === 200 ? (answer.body as Document) : null
}

/** The services behind the gateway. They may come and go; what they answer is asked again all the time. */
export const openServices = (
  urls: Readonly<Record<ServiceName, string>>,
  internalToken: string,
) => {
  const command = createUpstream('command', urls.command, internalToken)
  const projector = createUpstream('projector', urls.projector, internalToken)
  const known: Record<ServiceName, Document | null> = { command: null, projector: null }
  const routing = createRouting()
  const health = createHealth([command, projector])
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const refresh = async (): Promise<void> => {
    const [ofCommand, ofProjector] = await Promise.all([command, projector].map(documentOf))
    known.command = ofCommand ?? known.command
    known.projector = ofProjector ?? known.projector
    routing.learn(known)
    if (closed) return
    timer = setTimeout(() => void refresh(), ofCommand && ofProjector ? refreshEvery : askAgain)
    timer.unref()
  }

  return {
    /** Settles once both have been asked for the first time, whether they were there or not. */
    asked: refresh(),
    upstreams: { command, projector },
    routing,
    // Until both have said what they answer, calls could go the wrong way.
    health: async (): Promise<Problem | null> =>
      (await health()) ?? (known.command && known.projector ? null : notAsked),
    /** What each service last said about its own API. */
    documents: () => Object.values(known).filter((document) => document !== null),
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(timer)
      await Promise.all([command.close(), projector.close()])
    },
  }
}
