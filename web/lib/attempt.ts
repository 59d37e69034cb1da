import { messageOf } from './api-error.ts'
import { toast } from './toasts.tsx'

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
