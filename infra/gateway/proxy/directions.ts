import type { Upstream } from './upstream.ts'

export type Document = {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What the services say they answer; null while they have not been asked. */
export type Documents = Readonly<Record<Upstream['name'], Document | null>>

type Operation = { readonly method: string; readonly path: string }
type Exception = { readonly method: string; readonly path: RegExp; readonly to: Upstream['name'] }

const methods = ['get', 'post', 'put', 'delete', 'patch']

const patternOf = (path: string): RegExp => {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

const operations = (document: Document | null): readonly Operation[] =>
  Object.entries(document?.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({ method: method.toUpperCase(), path })),
  )

const usual = (method: string): Upstream['name'] =>
  method === 'GET' || method === 'HEAD' ? 'projector' : 'command'

/** Calls that go the other way than their method says: the services' own documents tell. */
const exceptionsOf = (documents: Documents): readonly Exception[] =>
  (['command', 'projector'] as const).flatMap((name) =>
    operations(documents[name])
      .filter(({ method }) => usual(method) !== name)
      .map(({ method, path }) => ({ method, path: patternOf(path), to: name })),
  )

/** Which service answers a request. Queries go to the projector, commands and files to the command service. */
export const directions = () => {
  let exceptions: readonly Exception[] = []
  let all: readonly Operation[] = []
  return {
    learn: (documents: Documents): void => {
      exceptions = exceptionsOf(documents)
      all = Object.values(documents).flatMap(operations)
    },
    /** The pattern of an address, for who may not name ids; looked for among all, so not for every request. */
    routeOf: (method: string, path: string): string | undefined =>
      all.find((one) => one.method === method && patternOf(one.path).test(path))?.path,
    serviceFor: (method: string, path: string): Upstream['name'] => {
      if (path.startsWith('/objects/')) return 'command'
      const asked = method === 'HEAD' ? 'GET' : method
      const exception = exceptions.find((e) => e.method === asked && e.path.test(path))
      return exception?.to ?? usual(method)
    },
  }
}

export type Directions = ReturnType<typeof directions>
