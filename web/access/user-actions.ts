import { messageOf, save } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { userPath, usersPath, type User } from './api.ts'

type Words = { question?: string; done?: string; failed: string }

/** Asks where it matters, sends, says how it went, and reads the users again. */
export const act = async <Result = User>(
  { id }: User,
  verb: 'reset' | 'unlock' | 'activate' | 'deactivate',
  { question, done, failed }: Words,
) => {
  if (question && !confirm(question)) return undefined
  try {
    const result = await save<Result>('POST', `${userPath(id)}/${verb}`, {})
    if (done) toast({ title: 'Suksess', text: done })
    return result
  } catch (error) {
    toast({ title: 'Feil', text: messageOf(error, failed), destructive: true })
    return undefined
  } finally {
    await refresh(usersPath)
  }
}
