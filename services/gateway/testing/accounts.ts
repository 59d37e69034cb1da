import { type Client, type Reply } from './client.ts'
import { password, type TestGateway } from './test-gateway.ts'

export const minutes = 60_000
export const newPassword = 'hest batteri stift korrekt'

export const move = ({ clock }: TestGateway, by: number) => {
  clock.now = new Date(clock.now.getTime() + by)
}

export const logIn = (someone: Client, username: string, given = password, code?: string) =>
  someone('POST', '/api/session', {
    username,
    password: given,
    ...(code !== undefined && { code }),
  })

export const isIn = async (someone: Client) =>
  (await someone('GET', '/api/suppliers')).status === 200

export const codeIn = (reply: Reply): string =>
  (reply.body.data as { link: string }).link.split('/oppsett#')[1]!

export type LogEntry = { event: string; username: string; details: Record<string, unknown> }
export const logged = async (administrator: Client): Promise<LogEntry[]> =>
  (await administrator('GET', '/api/access/security-log?limit=1000')).body.data as LogEntry[]

export const silent = (): void => undefined
