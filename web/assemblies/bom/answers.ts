import useSWR from 'swr'
import type { HierarchyAnswer } from '#contracts/assembly/bom-answers.ts'
import type { BomItem, BomSummary } from '#contracts/assembly/bom.ts'
import { readJson } from '../../lib/api.ts'
import { assemblyPath } from '../shared/api.ts'
import { useAsOfPath } from './as-of.tsx'

const pause = 400

/** Only stykkliste calls are retried, and only once. */
export const readWithRetry = async <T>(path: string): Promise<T> => {
  try {
    return await readJson<T>(path)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause))
    return readJson<T>(path)
  }
}

type Bom = { readonly items: readonly BomItem[]; readonly summary: BomSummary }

export const hierarchyPath = (id: number): string => `${assemblyPath(id)}/bom/hierarchy`
export const useHierarchy = (id: number) =>
  useSWR(useAsOfPath()(hierarchyPath(id)), readWithRetry<HierarchyAnswer>)
export const useBom = (id: number) =>
  useSWR(useAsOfPath()(`${assemblyPath(id)}/bom`), readWithRetry<Bom>)
