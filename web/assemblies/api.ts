import useSWR from 'swr'
import { refresh } from '../lib/refresh.ts'
import type { Assembly } from './assembly.ts'

export const assembliesPath = '/api/assemblytypes'
export const assemblyPath = (id: number): string => `${assembliesPath}/${id}`

export const useAssemblies = () => useSWR<readonly Assembly[]>(assembliesPath)

/** The list of assemblies and whatever of them is on screen: links, attributes, stykklister. */
export const refreshAssemblies = (): Promise<void> => refresh(assembliesPath)
