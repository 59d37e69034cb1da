import { messageOf } from './api.ts'
import { toast } from './toasts.tsx'

/** Does something and says how it went; undefined when it failed. */
export const attempt = async <Result>(
  work: () => Promise<Result>,
  failed: string,
  done?: string,
): Promise<Result | undefined> => {
  try {
    const result = await work()
    if (done) toast({ title: 'Suksess', text: done })
    return result
  } catch (error) {
    toast({ title: 'Feil', text: messageOf(error, failed), destructive: true })
    return undefined
  }
}
