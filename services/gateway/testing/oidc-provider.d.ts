/** The package has no types; these cover what the test uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, reply: ServerResponse) => Promise<void>
    interactionDetails(
      request: IncomingMessage,
      reply: ServerResponse,
    ): Promise<{ prompt: { name: string } }>
    interactionFinished(
      request: IncomingMessage,
      reply: ServerResponse,
      result: object,
    ): Promise<void>
    readonly Grant: new (properties: { accountId: string; clientId: string }) => Grant
  }
}
