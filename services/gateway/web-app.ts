import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyStatic from '@fastify/static'
import { refused } from '#kernel/refused.ts'
import type { Rules } from '#access/rules.ts'
import { pageHeaders } from './middleware/security-headers.ts'

const missing = `<!doctype html><html lang="nb"><meta charset="utf-8"><title>Stykkliste</title>
<p>Nettappen er ikke bygget.</p></html>`

/** Every path that is no file gets index.html: the web app has its own router. */
export const webApp = async (rules: Rules, folder: string): Promise<void> => {
  const index = join(folder, 'index.html')
  await rules.within('anyone', async (app) => {
    if (existsSync(folder))
      await app.register(fastifyStatic, {
        root: folder,
        wildcard: true,
        index: false,
        serveDotFiles: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          void reply.headers(pageHeaders)
          if (path.includes(`${folder}/assets/`))
            void reply.header('cache-control', 'public, max-age=31536000, immutable')
        },
      })

    const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
      reply
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(existsSync(index) ? readFileSync(index) : missing)

    app.get('/', { schema: { hide: true } }, sendPage)
    app.setNotFoundHandler((request, reply) => {
      const { method, headers } = request
      const isPage = method === 'GET' && (headers.accept ?? '*/*').match(/text\/html|\*\/\*/)
      const isFile = /\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0]!)
      if (!isPage || isFile) throw refused('NOT_FOUND')
      return sendPage(request, reply)
    })
  })
}
