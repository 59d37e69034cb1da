import type { Page } from 'playwright-core'
import type { Client } from '#infra/rest/client.ts'

/** Creates a record by the API, and gives its id. */
export const created = async (api: Client, path: string, body: object): Promise<number> => {
  const answer = await api('POST', `/api/${path}`, body)
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return (answer.body['data'] as { id: number }).id
}
export const named = async (api: Client, path: string, name: string): Promise<number> => {
  const { body } = await api('GET', `/api/${path}`)
  return (body['data'] as { name: string }[]).filter((row) => row.name === name).length
}
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const dialogOf = (page: Page) => page.getByRole('dialog')
/** A toast tells its text twice: once to read, once aloud. */
export const toastOf = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(text)
    .first()
