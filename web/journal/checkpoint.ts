import useSWR from 'swr'
import { ApiError, messageOf, readResponse } from '../lib/api.ts'

const checkpointPath = '/api/audit/checkpoint'
const keyPath = '/api/audit/key'

const readText = async (path: string): Promise<string> => (await readResponse(path)).text()

export type Checkpoint = { readonly note: string; readonly key: string }

/** The reason why there is no note, if the log does not match an earlier signature. */
const problemIn = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'UNAVAILABLE' ? messageOf(error) : null

export const useCheckpoint = () => {
  const note = useSWR<string>(checkpointPath, readText, { revalidateIfStale: true })
  const key = useSWR<string>(keyPath, readText)
  const checkpoint: Checkpoint | null =
    note.data && key.data ? { note: note.data, key: key.data.trim() } : null
  return { checkpoint, problem: problemIn(note.error) }
}

/** The first lines of a C2SP checkpoint: origin, number of entries, and root hash. */
export const partsOf = (note: string) => {
  const [origin = '', size = '', root = ''] = note.split('\n')
  return { origin, size, root }
}
