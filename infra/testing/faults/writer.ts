import { randomUUID } from 'node:crypto'
import type { Random } from './random.ts'
import { staleHeader } from '#contracts/answers.ts'
import type { Answer, Client } from '#infra/rest/client.ts'
import type { Ledger } from './ledger.ts'

export type Person = {
  readonly name: string
  readonly client: Client
  readonly ledger: Ledger
  readonly random: Random
}

const dataOf = ({ body }: Answer) => body['data'] as { id: number; notes?: string }

export const createWriter = ({ name, client, ledger, random }: Person) => {
  let n = 0
  const own: string[] = []

  const command = (method: string, path: string, body: object): Promise<Answer> => {
    const key = { 'idempotency-key': randomUUID() }
    return ledger.definite('command', () => client(method, path, body, key))
  }

  const acknowledged = async (path: string, notes: string): Promise<void> => {
    ledger.done(path, notes)
    const answer = await ledger.definite('read', () => client('GET', path))
    if (answer.status === 200 && dataOf(answer).notes === notes) return
    const saidSo = (answer.headers.get(staleHeader) ?? 'false') !== 'false'
    if (saidSo) ledger.marked++
    else ledger.stale++
  }

  const create = async (entity: string, body: object): Promise<void> => {
    const notes = `${name} ${n++}`
    const answer = await command('POST', `/api/${entity}`, { ...body, description: notes, notes })
    if (answer.status !== 201) return ledger.fault(`POST ${entity}`, answer)
    const path = `/api/${entity}/${dataOf(answer).id}`
    own.push(path)
    await acknowledged(path, notes)
  }

  const change = async (): Promise<void> => {
    const path = random.of(own)
    const notes = `${name} ${n++}`
    const answer = await command('PUT', path, { notes })
    if (answer.status !== 200) return ledger.fault(`PUT ${path}`, answer)
    await acknowledged(path, notes)
  }

  /** Random pairs, so some are refused because they close a cycle or nest too deep. */
  const link = async (): Promise<void> => {
    const known = ledger.idsOf('assemblytypes')
    if (known.length < 2) return
    const [parent, childAssemblyId] = [random.of(known), random.of(known)]
    const path = `/api/assemblytypes/${parent}/subassemblies`
    const answer = await command('POST', path, { childAssemblyId, quantity: 1 })
    if (answer.status === 201) ledger.linked(parent, childAssemblyId)
    else if (answer.status !== 409 && answer.body['code'] !== 'LIMIT')
      ledger.fault(`POST ${path}`, answer)
  }

  return async (): Promise<void> => {
    if (own.length === 0 || random.chance(0.2)) return create('componenttypes', {})
    if (random.chance(0.1)) return create('assemblytypes', { name: `${name} ${n}` })
    return random.chance(0.3) ? link() : change()
  }
}
