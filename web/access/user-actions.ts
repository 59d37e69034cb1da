import { messageOf, save } from '../lib/api.ts'
import { refresh } from '../lib/refresh.ts'
import { toast } from '../lib/toasts.tsx'
import { userPath, usersPath, type Invitation, type User } from './api.ts'

type Action<Result> = {
  question?: string
  send: () => Promise<Result>
  done?: string
  failed: string
}

/** Asks where it matters, sends, says how it went, and reads the users again. */
const act = async <Result>({ question, send, done, failed }: Action<Result>) => {
  if (question && !confirm(question)) return undefined
  try {
    const result = await send()
    if (done) toast({ title: 'Suksess', text: done })
    return result
  } catch (error) {
    toast({ title: 'Feil', text: messageOf(error, failed), destructive: true })
    return undefined
  } finally {
    await refresh(usersPath)
  }
}

const post = <Result = User>({ id }: User, verb: string) =>
  save<Result>('POST', `${userPath(id)}/${verb}`, {})

export const resetUser = (user: User) =>
  act({
    question: `Nullstille passord og engangskode for ${user.name}? Alle økter avsluttes.`,
    send: () => post<Invitation>(user, 'reset'),
    failed: 'Kunne ikke nullstille brukeren',
  })

export const deactivateUser = (user: User) =>
  act({
    question: `Er du sikker på at du vil deaktivere ${user.name}? Alle økter avsluttes.`,
    send: () => post(user, 'deactivate'),
    done: 'Bruker deaktivert',
    failed: 'Kunne ikke deaktivere brukeren',
  })

export const activateUser = (user: User) =>
  act({
    send: () => post(user, 'activate'),
    done: 'Bruker aktivert',
    failed: 'Kunne ikke aktivere brukeren',
  })

export const unlockUser = (user: User) =>
  act({
    send: () => post(user, 'unlock'),
    done: 'Kontoen er låst opp',
    failed: 'Kunne ikke låse opp kontoen',
  })
