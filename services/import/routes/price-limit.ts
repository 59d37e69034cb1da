import { refused } from '#kernel/refused.ts'
import type { Job } from '../store/job-repository.ts'

/** @throws LIMIT where more prices move than was allowed: nothing has been written. */
export const refuseBeyondLimit = ({ id, answer }: Job): void => {
  if (answer?.refusal) throw refused('LIMIT', answer.refusal, { importId: id })
}
