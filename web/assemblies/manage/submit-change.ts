import { messageOf, newKey, isUnknown, type SaveOptions } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.tsx'
import { refreshAssemblies } from '../shared/api.ts'

type Change = {
  send: () => Promise<unknown>
  done?: { title: string; text?: string }
  failed: string
}

/** The lines of a failure: what was tried, and the reason where the server gave one. */
export const failureLines = (failed: string, error: unknown, serverFirst = false): string[] => {
  const reason = messageOf(error, '')
  if (reason === '') return [failed]
  return serverFirst ? [reason] : [failed, reason]
}

/** Sends a change, says how it went, and reads the assemblies again. True when it was done. */
export const submitChange = async ({ send, done, failed }: Change): Promise<boolean> => {
  try {
    await send()
    if (done) toast(done)
    return true
  } catch (error) {
    toast({ title: 'Feil', lines: failureLines(failed, error), destructive: true })
    return false
  } finally {
    await refreshAssemblies()
  }
}

/** One key per command until its fate is known: a second try after a lost answer adds nothing twice. */
export const createKeyStore = () => {
  const keys = new Map<string, string>()
  return async <T>(command: string, send: (options: SaveOptions) => Promise<T>): Promise<T> => {
    const key = keys.get(command) ?? newKey()
    keys.set(command, key)
    try {
      const result = await send({ key })
      keys.delete(command)
      return result
    } catch (error) {
      if (!isUnknown(error)) keys.delete(command)
      throw error
    }
  }
}
