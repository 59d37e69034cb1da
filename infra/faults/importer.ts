import { randomUUID } from 'node:crypto'
import type { Client } from '#infra/rest/client.ts'
import type { Answers } from './answers.ts'
import type { Ledger } from './ledger.ts'

type Importing = {
  readonly name: string
  readonly client: Client
  readonly ledger: Ledger
  readonly answers: Answers
}

const rows = 20

/** Someone who imports small lists of suppliers, each once, however often it is asked for. */
export const newImporter = ({ name, client, ledger, answers }: Importing) => {
  let n = 0

  const form = (from: string): FormData => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `${from}-${row} AS,ordre@${from}-${row}.example`,
    )
    const file = new Blob([['Navn,Bestilling e-post', ...lines].join('\n')], { type: 'text/csv' })
    const filled = new FormData()
    filled.set('file', file, `${from}.csv`)
    filled.set('updateBehavior', 'update')
    filled.set('uniqueIdentifier', 'name')
    return filled
  }

  return async (): Promise<void> => {
    const from = `${name}-${n++}`
    const key = { 'idempotency-key': randomUUID() }
    const answer = await answers.definite('import', () =>
      client.upload('/api/csv-import/suppliers', form(from), key),
    )
    const { created } = (answer.body['summary'] ?? {}) as { created?: number }
    if (answer.status === 200 && created === rows) ledger.imported += rows
    else answers.fault(`import: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  }
}
