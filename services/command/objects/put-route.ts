import { Readable } from 'node:stream'
import { z } from 'zod'
import { refused } from '#kernel/refused.ts'
import type { App } from '#kernel/types.ts'
import { tooLarge } from './receive.ts'
import { isFileName, type FileStore, type StoredFile } from './store.ts'
import { opened } from './token.ts'
import { fileKinds, largest } from './types.ts'
import { storedSchema, uploadAnswer, type Uploads } from './upload-answer.ts'

/** Allows one upload per name at a time, and none after the first success. */
const createOnce = (store: FileStore) => {
  const underWay = new Set<string>()
  return async (name: string, receive: () => Promise<StoredFile>): Promise<StoredFile> => {
    if (underWay.has(name)) throw refused('CONFLICT', 'Filen er allerede under opplasting.')
    underWay.add(name)
    try {
      if (await store.find(name)) throw refused('CONFLICT', 'Opplastingslenken er allerede brukt.')
      return await receive()
    } finally {
      underWay.delete(name)
    }
  }
}

export const putRoute = (app: App, { store, receiver, key, now }: Uploads): void => {
  const once = createOnce(store)
  app.put(
    '/objects/uploads/:name',
    {
      config: { needs: 'edit' },
      bodyLimit: largest,
      schema: {
        tags: ['objects'],
        summary: 'Last opp filen til adressen som POST /api/objects/upload ga',
        consumes: ['*/*'],
        params: z.object({ name: z.string().refine(isFileName) }),
        querystring: z.object({ token: z.string().max(2_000).default('') }),
        response: { 200: storedSchema },
      },
    },
    async (request) => {
      const claims = opened(key, request.query.token, now().getTime())
      const { name } = request.params
      if (!claims || claims.name !== name || claims.user !== request.user.id)
        throw refused('FORBIDDEN', 'Opplastingslenken er ugyldig eller utløpt.')
      // A declared length is refused before the body is sent.
      const most = claims.kind ? fileKinds[claims.kind].most : largest
      if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most)
      const stored = await once(name, () =>
        receiver.receive({
          name,
          content: request.body instanceof Readable ? request.body : Readable.from([]),
          contentType: request.headers['content-type'] ?? '',
          fileName: claims.fileName ?? null,
          kind: claims.kind,
          user: request.user.username,
        }),
      )
      return uploadAnswer(stored)
    },
  )
}
