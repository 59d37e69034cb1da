import { quantityLimits } from '../assembly/link-kinds.ts'

/** So many of an assembly. */
export type AskedAssembly = { readonly id: number; readonly times: number }

export const mostAssemblies = 50
const largestId = 2_147_483_647

/** '110:2' is two of assembly 110; '110' is one. Null for what says neither. */
export const askedIn = (text: string): AskedAssembly | null => {
  const [, id, times = '1'] = /^([1-9]\d{0,9})(?::([1-9]\d{0,6}))?$/.exec(text) ?? []
  const asked = { id: Number(id), times: Number(times) }
  return id && asked.id <= largestId && asked.times <= quantityLimits.max ? asked : null
}

export const askedText = ({ id, times }: AskedAssembly): string => `${id}:${times}`
