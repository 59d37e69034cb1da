import type { App } from '#kernel/types.ts'
import { createProjectorApp } from '../app.ts'
import type { QuerySide } from './query-side.ts'
import { testToken } from '#kernel/testing/requests.ts'

type Test = { readonly teardown: (end: () => unknown) => void }

/** Makes the change before the next query's read with this number, while its earlier reads are done. */
export const changesMeanwhile = async (
  t: Test,
  { context, bom, audit, projector }: QuerySide,
): Promise<{ app: App; before: (read: number, change: () => Promise<unknown>) => void }> => {
  let left = Infinity
  let change: () => Promise<unknown> = async () => undefined
  const pool = new Proxy(context.pool, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key)
      if (typeof method !== 'function') return method
      return async (...given: readonly unknown[]) => {
        if (--left === 0) await change()
        return method.apply(target, given)
      }
    },
  })
  const options = { token: testToken, logLevel: 'silent', health: projector.health } as const
  const app = await createProjectorApp(options, { ...context, pool, lists: pool }, bom, audit)
  t.teardown(() => app.close())
  return {
    app,
    before: (read, made) => {
      left = read
      change = made
    },
  }
}
