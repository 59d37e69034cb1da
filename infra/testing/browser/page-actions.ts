import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { staleHeader } from '#contracts/answers.ts'
import { createClient, type Client } from '#infra/rest/client.ts'

export const createRecord = async (api: Client, path: string, body: object): Promise<number> => {
  const answer = await api('POST', `/api/${path}`, body)
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return (answer.body['data'] as { id: number }).id
}
export const createRevisor = async (api: Client, base: string, username: string) => {
  const password = 'kastanje-trapp-oktant'
  const user = { username, name: 'Randi Revisor', role: 'revisor' }
  const invited = await api('POST', '/api/access/users', user)
  const [, code] = (invited.body['data'] as { link: string }).link.split('#')
  await createClient(base)('PUT', '/api/access/code', { code, password })
  return { username, password }
}

/** Repeats the request while the answer is older than the user's own writes. */
export const fetchList = async (page: Page, path: string): Promise<unknown> => {
  let answer = await page.request.get(path)
  while (answer.headers()[staleHeader] === 'true') answer = await page.request.get(path)
  return ((await answer.json()) as { data: unknown }).data
}

/** Polls until a record has the name, since lists follow writes with a delay. */
export const countNamed = async (api: Client, path: string, name: string): Promise<number> => {
  for (let attempt = 0; ; attempt++) {
    const { body } = await api('GET', `/api/${path}`)
    const found = (body['data'] as { name: string }[]).filter((row) => row.name === name).length
    if (found > 0 || attempt === 50) return found
    await setTimeout(200)
  }
}
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const dialogOf = (page: Page) => page.getByRole('dialog')
export const discard = (page: Page) => page.getByRole('button', { name: 'Forkast' }).click()
/** A toast has its text twice: once visible, once for screen readers. */
export const toastOf = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(text)
    .first()
