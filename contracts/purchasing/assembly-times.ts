import { quantityLimits } from '../assembly/link-kinds.ts'
import { largestInteger } from '../integers.ts'

export type AssemblyTimes = { readonly id: number; readonly times: number }

export const mostAssemblies = 50

/** '110:2' is two of assembly 110; '110' is one. Null if invalid. */
export const parseAssemblyTimes = (text: string): AssemblyTimes | null => {
  const [, id, times = '1'] = /^([1-9]\d{0,9})(?::([1-9]\d{0,6}))?$/.exec(text) ?? []
  const parsed = { id: Number(id), times: Number(times) }
  return id && parsed.id <= largestInteger && parsed.times <= quantityLimits.max ? parsed : null
}

export const assemblyTimesText = ({ id, times }: AssemblyTimes): string => `${id}:${times}`
