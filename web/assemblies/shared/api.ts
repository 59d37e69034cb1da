import { refresh } from '../../lib/refresh.ts'

export const assembliesPath = '/api/assemblytypes'
export const assemblyPath = (id: number): string => `${assembliesPath}/${id}`

/** The list of assemblies and whatever of them is on screen: links, attributes, stykklister. */
export const refreshAssemblies = (): Promise<void> => refresh(assembliesPath)
