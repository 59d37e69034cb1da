import { staleHeader } from '#contracts/answers.ts'
import type { Answer, Client } from '../../rest/client.ts'

const retryFor = 60_000

/** Repeats a request while the answer is older than the client's own writes. */
export const readingItsWrites = (client: Client): Client => {
  const ask = async (...asked: Parameters<Client>): Promise<Answer> => {
    for (const end = Date.now() + retryFor; ;) {
      const answer = await client(...asked)
      if (answer.headers.get(staleHeader) !== 'true' || Date.now() > end) return answer
    }
  }
  return Object.assign(ask, { upload: client.upload })
}
