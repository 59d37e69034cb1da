import { roles, type Role } from '#contracts/access.ts'
import { accepted, create, createClient, signIn, type Client } from '#infra/rest/client.ts'
import people from './people.json' with { type: 'json' }

type Person = { readonly username: string; readonly name: string; readonly role: Role }
type Invited = { readonly link: string }

export const addPeople = async (
  address: string,
  client: Client,
  password: string,
): Promise<void> => {
  for (const person of people) {
    const { link } = await create<Invited>(client, '/api/access/users', person)
    const code = new URL(link).hash.slice(1)
    const answer = await createClient(address)('PUT', '/api/access/code', { code, password })
    accepted(answer, `Password of ${person.username}`)
  }
}

export const signInAsBuyer = (address: string, password: string): Promise<Client> =>
  signIn(address, people.find(({ role }) => role === 'redaktør')!.username, password)

export const peopleInWords = (people as readonly Person[])
  .map(({ username, role }) => `${username} (${roles[role].label.toLowerCase()})`)
  .join(', ')
