import type { Client } from '../rest/client.ts'

const parts = 5_000
const blocks = 50
const copies = 200

const many = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>) => {
  const open = items.toReversed()
  const worker = async () => {
    for (let item = open.pop(); item !== undefined; item = open.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: 24 }, worker))
}

const importParts = async (client: Client) => {
  const rows = Array.from({ length: parts }, (_, part) =>
    [
      `Komponent ${part} med en beskrivelse av vanlig lengde`,
      `A-${part}`,
      `K-${part}`,
      'Skrue',
    ].join(),
  )
  const csv = `Beskrivelse,Leverandor art.nr,ITO art.nr,Type\n${rows.join('\n')}\n`
  const form = new FormData()
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'komponenter.csv')
  const answer = await client.upload('/api/csv-import/componenttypes', form)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body).slice(0, 500))
  const { body } = await client('GET', '/api/componenttypes')
  return (body['data'] as { id: number }[]).map(({ id }) => id)
}

/**
 * 'Flat': 5,000 different parts in 50 blocks. 'Tre': 20,000 lines, 200 copies of one block of 99 parts.
 * 'Mange veier': 16 levels of two and two, so more than 100,000 ways down.
 */
export const fillForScreens = async (client: Client): Promise<void> => {
  const data = async (path: string, body: object) => {
    const answer = await client('POST', path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return (answer.body['data'] as { id: number }).id
  }
  const assembly = (name: string) =>
    data('/api/assemblytypes', { name, description: `${name} til måling` })
  const contain = (id: number, childAssemblyId: number) =>
    data(`/api/assemblytypes/${id}/subassemblies`, { childAssemblyId, quantity: 2 })
  const hold = (id: number, componentId: number) =>
    data(`/api/assemblytypes/${id}/components`, { componentId, quantity: 3 })

  const ids = await importParts(client)
  const per = parts / blocks
  const flat = await assembly('Flat')
  await many(
    Array.from({ length: blocks }, (_, block) => block),
    async (block) => {
      const id = await assembly(`Blokk ${block}`)
      for (const part of ids.slice(block * per, (block + 1) * per)) await hold(id, part)
      await contain(flat, id)
    },
  )

  const source = await assembly('Modul')
  for (const part of ids.slice(0, 99)) await hold(source, part)
  const tree = await assembly('Tre')
  await many(
    Array.from({ length: copies }, (_, copy) => copy),
    async (copy) => {
      const id = await data(`/api/assemblytypes/${source}/clone`, { name: `Modul ${copy}` })
      await contain(tree, id)
    },
  )

  let below: number[] = []
  for (let level = 16; level > 0; level--) {
    const pair = [await assembly(`Nivå ${level} A`), await assembly(`Nivå ${level} B`)]
    for (const id of pair) {
      await hold(id, ids[level]!)
      for (const child of below) await contain(id, child)
    }
    below = pair
  }
  const ways = await assembly('Mange veier')
  for (const child of below) await contain(ways, child)
}
