import type { ServiceName } from './upstream.ts'

export type Document = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What the services say they answer; null while they have not been asked. */
export type Documents = Readonly<Record<ServiceName, Document | null>>

type Exception = { readonly method: string; readonly path: RegExp; readonly to: ServiceName }

const methods = ['get', 'post', 'put', 'delete', 'patch']

const patternOf = (path: string): RegExp => {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

const usual = (method: string): ServiceName =>
  method === 'GET' || method === 'HEAD' ? 'projector' : 'command'

const exceptionsIn = (to: ServiceName, document: Document | null): readonly Exception[] =>
  Object.entries(document?.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] && usual(method.toUpperCase()) !== to)
      .map((method) => ({ method: method.toUpperCase(), path: patternOf(path), to })),
  )

/**
 * Which service answers a request: queries go to the projector, commands and files to the command service.
 * Calls that go the other way are read from the services' own documents.
 */
export const createRouting = () => {
  let exceptions: readonly Exception[] = []
  return {
    learn: ({ command, projector }: Documents): void => {
      exceptions = [...exceptionsIn('command', command), ...exceptionsIn('projector', projector)]
    },
    serviceFor: (method: string, path: string): ServiceName => {
      if (path.startsWith('/objects/')) return 'command'
      const asked = method === 'HEAD' ? 'GET' : method
      const exception = exceptions.find((e) => e.method === asked && e.path.test(path))
      return exception?.to ?? usual(method)
    },
  }
}

export type Routing = ReturnType<typeof createRouting>
