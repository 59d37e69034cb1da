import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { assemblyTimesText } from '#contracts/purchasing/assembly-times.ts'

export const assembliesPath = '/api/assemblytypes'
export const assemblyPath = (id: number): string => `${assembliesPath}/${id}`
export const linksPath = (id: number, kind: LinkKind): string =>
  `${assemblyPath(id)}/${linkKinds[kind].path}`

export const linesPath = (id: number): string => `${assemblyPath(id)}/lines`

/** The purchasing list for one of each assembly. */
export const purchasingPath = (ids: readonly number[]): string =>
  `/innkjop?${ids.map((id) => `assembly=${assemblyTimesText({ id, times: 1 })}`).join('&')}`
