import { ApiError, messageOf } from './api-error.ts'
import { refresh as refreshAll } from './refresh.ts'
import { toast } from './toasts.tsx'

type Change = {
  send: () => Promise<unknown>
  done?: { title: string; text?: string }
  failed: string
  refresh?: () => Promise<void>
}

/** The failed action and the server's reason. A cycle needs only the reason. */
const failureLines = (failed: string, error: unknown): string[] => {
  const reason = messageOf(error, '')
  if (error instanceof ApiError && error.code === 'CYCLE') return [reason]
  return reason === '' ? [failed] : [failed, reason]
}

/** Sends a change, shows a toast and reads everything again. Returns true if it succeeded. */
export const submitChange = async ({
  send,
  done,
  failed,
  refresh = refreshAll,
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
