import { newKey, saveVersioned, type Versioned } from '../lib/api.ts'
import { isUnknown } from '../lib/api-error.ts'

type Create = { readonly path: string; readonly body: unknown; readonly key: string }

/** A form's idempotency key, and its create of which no answer came. */
export type Attempt = { key: string; lost: Create | null }

const post = async <Made>(attempt: Attempt, create: Create): Promise<Versioned<Made>> => {
  const { path, body, key } = create
  try {
    return await saveVersioned<Made>('POST', path, body, { key })
  } catch (error) {
    attempt.lost = isUnknown(error) ? create : null
    throw error
  }
}

/** What the lost create has made, by now at the latest; null if it was refused. */
const repeated = async <Made>(attempt: Attempt, lost: Create): Promise<Versioned<Made> | null> => {
  try {
    return await post<Made>(attempt, lost)
  } catch (error) {
    if (isUnknown(error)) throw error
    return null
  }
}

/**
 * Creates one record, even if the form was edited after an answer was lost: the lost create is repeated as it was, and
 * what it made is changed. Another create could make a second record.
 */
export const createOnce = async <Made>(
  attempt: Attempt,
  { path, body }: Pick<Create, 'path' | 'body'>,
  change: (made: Versioned<Made>) => Promise<Made>,
): Promise<Made> => {
  const { lost } = attempt
  if (lost && JSON.stringify(lost.body) !== JSON.stringify(body)) {
    const made = await repeated<Made>(attempt, lost)
    attempt.key = newKey()
    if (made) return change(made)
  }
  const key = attempt.lost?.key ?? attempt.key
  return (await post<Made>(attempt, { path, body, key })).data
}
