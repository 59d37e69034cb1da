import type { App } from '#kernel/types.ts'

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly example?: unknown
}
type Described = Readonly<Record<string, { readonly schema?: object }>>
export type Query = {
  readonly path: string
  readonly method: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Described; readonly headers?: object }>
  >
}

/** The operations of the OpenAPI document. */
export const describedQueries = async (app: App): Promise<readonly Query[]> => {
  await app.ready()
  const { paths } = app.swagger() as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Query>>>>
  }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, query]) => ({ ...query, path, method })),
  )
}

const isInstant = ({ name }: Parameter): boolean => /asOf$/i.test(name)

export const takesAsOf = ({ parameters = [] }: Query): boolean => parameters.some(isInstant)

type Asked = { readonly all?: boolean; readonly asOf?: string | undefined }

/** The address with the examples of the parameters that it must have, or of all; at an instant, of both sides if it compares. */
export const exampleUrl = (
  { path, parameters = [] }: Query,
  { all = false, asOf }: Asked = {},
): string => {
  let url = path
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    const { name, in: place, required, example } = parameter
    if (place === 'path') url = url.replace(`{${name}}`, String(example))
    else if (asOf !== undefined && isInstant(parameter)) query.set(name, asOf)
    else if (required || (all && example !== undefined)) query.set(name, String(example))
  }
  return query.size > 0 ? `${url}?${query}` : url
}
