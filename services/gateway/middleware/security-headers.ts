import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** The build inlines small images into the style sheet as data: URLs. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-cache',
}

const answerHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export const securityHeaders = async (app: FastifyInstance, tls: boolean): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: tls && { maxAge: 31_536_000 },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(answerHeaders))
}
