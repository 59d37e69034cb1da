import { messageOf } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.tsx'
import { refreshAssemblies } from './api.ts'

type Change = {
  send: () => Promise<unknown>
  done?: { title: string; text?: string }
  failed: string
  refresh?: () => Promise<void>
}

/** The lines of a failure: what was tried, and the reason where the server gave one. */
export const failureLines = (failed: string, error: unknown, serverFirst = false): string[] => {
  const reason = messageOf(error, '')
  if (reason === '') return [failed]
  return serverFirst ? [reason] : [failed, reason]
}

/** Sends a change, says how it went, and reads the assemblies again. True when it was done. */
export const submitChange = async ({
  send,
  done,
  failed,
  refresh = refreshAssemblies,
}: Change): Promise<boolean> => {
  try {
    await send()
    if (done) toast(done)
    return true
  } catch (error) {
    toast({ title: 'Feil', lines: failureLines(failed, error), destructive: true })
    return false
  } finally {
    await refresh()
  }
}
