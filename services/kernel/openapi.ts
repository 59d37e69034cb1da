import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { App } from './types.ts'

export const failureSchema = z
  .object({
    success: z.literal(false),
    error: z.string().describe('Norsk setning til brukeren'),
    code: z.string().describe('Stabil kode'),
    details: z.unknown().optional(),
  })
  .describe('Feil')

export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data })

export const describeItself = async (app: App, name: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: name, version: '1' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      },
    },
    // What permission a call needs is part of its description: tests and readers go by it.
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      const { needs, example } = input.route.config ?? {}
      // Zod leaves out examples of what is transformed, and every body is.
      const body = example !== undefined && {
        body: { ...Object(schema.body), examples: [example] },
      }
      return { url, schema: { ...schema, ...body, 'x-needs': needs } }
    },
  })
  app.get(
    '/internal/openapi.json',
    { config: { needs: 'internal' }, schema: { hide: true } },
    async () => app.swagger(),
  )
}
