import { type Client, signIn } from '#infra/rest/client.ts'
import { fill } from './fill.ts'

const collections = ['suppliers', 'componenttypes', 'motortypes', 'sensortypes', 'assemblytypes']

const isEmpty = async (client: Client): Promise<boolean> => {
  for (const name of collections) {
    const { body } = await client('GET', `/api/${name}`)
    if ((body['data'] as readonly unknown[]).length > 0) return false
  }
  return true
}

/** Fills an empty system with a conveyor line. Never mixes the sample with real data. */
const main = async (): Promise<void> => {
  const { BASE_URL, ADMIN_USERNAME, ADMIN_PASSWORD } = process.env
  if (!BASE_URL || !ADMIN_USERNAME || !ADMIN_PASSWORD)
    throw new Error('Oppgi BASE_URL, ADMIN_USERNAME og ADMIN_PASSWORD.')
  const client = await signIn(BASE_URL, ADMIN_USERNAME, ADMIN_PASSWORD)
  if (!(await isEmpty(client)))
    return console.log('Katalogen er ikke tom, så eksemplene ble ikke lagt inn.')
  console.log('Legger inn eksemplene ...')
  console.log(`La inn ${await fill(client)} poster: en transportbåndlinje i tre nivåer.`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
