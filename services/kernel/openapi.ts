import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { RouteOptions } from 'fastify'
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

type Info = { readonly title: string; readonly description?: string }
type Schema = { readonly body?: object }

/** Zod leaves out examples of what is transformed, and every body is. */
export const bodyWith = ({ body }: Schema, example: unknown) =>
  example !== undefined && { body: { ...body, examples: [example] } }

/** What permission a call needs is part of its description: tests and readers go by it. */
export const describeRoutes = async (
  app: App,
  info: Info,
  about: (route: RouteOptions, schema: Schema) => object,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { version: '1', ...info },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      return { url, schema: { ...schema, ...about(input.route, (schema ?? {}) as Schema) } }
    },
  })
}

export const describeItself = async (app: App, title: string): Promise<void> => {
  await describeRoutes(app, { title }, ({ config }, schema) => ({
    ...bodyWith(schema, config?.example),
    'x-needs': config?.needs,
  }))
  app.get(
    '/internal/openapi.json',
    { config: { needs: 'internal' }, schema: { hide: true } },
    async () => app.swagger(),
  )
}
