import useSWR from 'swr'
import { readResponse } from '../lib/api.ts'

const checkpointPath = '/api/audit/checkpoint'
const keyPath = '/api/audit/key'

const readText = async (path: string): Promise<string> => (await readResponse(path)).text()

export type Checkpoint = { readonly note: string; readonly key: string }

export const useCheckpoint = () => {
  const note = useSWR<string>(checkpointPath, readText, { revalidateIfStale: true })
  const key = useSWR<string>(keyPath, readText)
  const checkpoint: Checkpoint | null =
    note.data && key.data ? { note: note.data, key: key.data.trim() } : null
  const mutate = () =>
    Promise.all([note, key].filter(({ error }) => error).map((one) => one.mutate()))
  return { checkpoint, error: (note.error ?? key.error) as unknown, mutate }
}

/** The first lines of a C2SP checkpoint: origin, number of entries, and root hash. */
export const partsOf = (note: string) => {
  const [origin = '', size = '', root = ''] = note.split('\n')
  return { origin, size, root }
}
