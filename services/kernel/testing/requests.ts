import type { InjectOptions } from 'fastify'
import type { Role } from '#contracts/access.ts'
import type { User } from '#contracts/access-answers.ts'
import { userHeader } from '../identity.ts'

export const testToken = 'token-of-the-tests'

const aUser = (role: Role, token?: string): User => ({
  id: 'u1',
  username: 'kari',
  name: 'Kari Nordmann',
  role,
  token,
})

export const asUser = (role: Role = 'redaktør', token?: string) => ({
  'x-internal-token': testToken,
  'x-user': userHeader(aUser(role, token)),
})

export const requestFor = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): InjectOptions => ({
  method,
  url,
  headers: { ...asUser(), ...headers },
  ...(body !== undefined && { payload: body as object }),
})
