import { z } from 'zod'
import { failureSchema, successSchema } from '#kernel/openapi.ts'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { AuditUnavailable, type Audit } from './audit.ts'
import { consistencyProof, inclusionProof } from './tree/merkle.ts'
import { tileAt } from './tree/tiles.ts'
import { TreeMisfit } from './tree/tree.ts'

const tags = ['audit']
const config = { needs: 'audit' } as const
const text = 'text/plain; charset=utf-8'

const position = z.string().regex(/^\d{1,18}$/, { error: 'Må være en plass i loggen' })
const digits = z.string().regex(/^\d{1,15}$/, { error: 'Må være et antall' })
const sizeIn = (text: typeof digits) => text.transform(Number).meta({ type: 'integer' })

const proof = z.object({
  index: z.int(),
  size: z.int(),
  hashes: z.array(z.string()).describe('Base64'),
})

const base64 = (hashes: readonly Uint8Array[]): string[] =>
  hashes.map((hash) => Buffer.from(hash).toString('base64'))

export const orRefused = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof AuditUnavailable || error instanceof TreeMisfit)
      throw refused('UNAVAILABLE', error.message)
    throw error
  }
}

const noteRoutes = (app: App, audit: Audit): void => {
  const checkpoint = {
    tags,
    summary: 'Sjekkpunkt: et signert avtrykk av hele loggen',
    description: 'En signert note (C2SP tlog-checkpoint) med antall hendelser og treets rot.',
    produces: ['text/plain'],
  }
  app.get('/api/audit/checkpoint', { config, schema: checkpoint }, async (_request, reply) => {
    const { note } = await orRefused(audit.checkpoint())
    return reply.type(text).header('cache-control', 'private, no-store').send(note)
  })

  const key = {
    tags,
    summary: 'Nøkkelen som sjekkpunktene kontrolleres med',
    description: 'navn+hash+base64, som i C2SP signed-note.',
    produces: ['text/plain'],
  }
  app.get('/api/audit/key', { config, schema: key }, async (_request, reply) => {
    const { checkpoints } = await orRefused(audit.current())
    return reply.type(text).send(`${checkpoints.verifierKey}\n`)
  })
}

const tileRoute = (app: App, audit: Audit): void => {
  const schema = {
    tags,
    summary: 'En flis av treet',
    description:
      'Nivå og nummer som i C2SP tlog-tiles: 0/000, 0/x001/067, 1/000.p/3. Hver hash er 32 byte.',
    params: z.object({ '*': z.string().meta({ examples: ['0/000.p/1'] }) }),
    produces: ['application/octet-stream'],
  }
  app.get('/api/audit/tile/*', { config, schema }, async (request, reply) => {
    const requested = tileAt(request.params['*'])
    if (!requested) throw refused('NOT_FOUND')
    const { tiles } = await orRefused(audit.current())
    const hashes = await tiles.hashesOf(requested.level, requested.number)
    if (hashes.length < requested.width) throw refused('NOT_FOUND')
    return reply
      .type('application/octet-stream')
      .send(Buffer.concat(hashes.slice(0, requested.width)))
  })
}

const proofRoutes = (app: App, audit: Audit): void => {
  const inclusion = {
    tags,
    summary: 'Bevis for at en hendelse er i loggen',
    querystring: z.object({
      position: position.describe('Hendelsens plass').meta({ examples: ['100'] }),
      size: sizeIn(digits).optional().describe('Sjekkpunktets antall; uten den hele treet'),
    }),
    response: { 200: successSchema(proof), 404: failureSchema },
  }
  app.get('/api/audit/inclusion', { config, schema: inclusion }, async (request) => {
    const { tree, tiles } = await orRefused(audit.current())
    const { size: requested = tree.size() } = request.query
    const index = await tree.indexOf(BigInt(request.query.position))
    if (index === null || index >= requested || requested > tree.size()) throw refused('NOT_FOUND')
    const hashes = base64(await inclusionProof(tiles.nodes, index, requested))
    return { success: true as const, data: { index, size: requested, hashes } }
  })

  const consistency = {
    tags,
    summary: 'Bevis for at et eldre sjekkpunkt er begynnelsen på et nyere',
    description: '`index` er antallet i det eldre, `size` i det nyere.',
    querystring: z.object({
      from: sizeIn(digits.meta({ examples: ['1'] })).describe('Antall i det eldre'),
      to: sizeIn(digits.meta({ examples: ['2'] })).describe('Antall i det nyere'),
    }),
    response: { 200: successSchema(proof), 404: failureSchema },
  }
  app.get('/api/audit/consistency', { config, schema: consistency }, async (request) => {
    const { tree, tiles } = await orRefused(audit.current())
    const { from, to } = request.query
    if (from > to || to > tree.size()) throw refused('NOT_FOUND')
    const hashes = base64(await consistencyProof(tiles.nodes, from, to))
    return { success: true as const, data: { index: from, size: to, hashes } }
  })
}

export const auditRoutes = (app: App, audit: Audit): void => {
  noteRoutes(app, audit)
  tileRoute(app, audit)
  proofRoutes(app, audit)
}
