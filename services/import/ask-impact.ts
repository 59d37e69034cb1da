import { z } from 'zod'
import {
  impactPath,
  priceImpact,
  type ImpactQuestion,
  type PriceImpact,
} from '#contracts/price-impact.ts'
import { userHeader } from '#kernel/identity.ts'

const timeout = 60_000
const answer = z.object({ data: priceImpact })

/** The projector's answer about the effect of prices on costs; null if it is unreachable. */
export type AskImpact = (question: ImpactQuestion) => Promise<PriceImpact | null>

type Options = {
  /** The projector's address. Without it the impact is unknown. */
  readonly projector: string | undefined
  readonly token: string
  readonly report: (error: unknown, message: string) => void
}

const asker = userHeader({ id: 'import', username: 'import', name: 'Import', role: 'leser' })

export const askImpact = ({ projector, token, report }: Options): AskImpact => {
  if (projector === undefined) return async () => null
  const ask = async (question: ImpactQuestion) => {
    const response = await fetch(new URL(impactPath, projector), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-internal-token': token,
        'x-user': asker,
      },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`The projector answers ${response.status}`)
    return answer.parse(await response.json()).data
  }
  return async (question) => {
    try {
      return await ask(question)
    } catch (error) {
      report(error, 'a dry run does not say what its prices do to costs')
      return null
    }
  }
}
