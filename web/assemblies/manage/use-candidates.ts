import { useEffect, useMemo, useState } from 'react'
import useSWR from 'swr'
import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { readAll, readData, readPage, type Page } from '../../lib/api.ts'
import { pagePath } from '../../lib/list/pages.ts'
import { assembliesPath } from '../api.ts'
import type { Assembly, Link, PickedRecord } from '../assembly.ts'
import { candidatesOf, searchCandidates, type Candidate } from './candidates.ts'
import { circlesOf } from './circles.ts'

type Records = readonly PickedRecord[]

/** Every record of a kind; of parts only their number, where they are too many to be here. */
const useRecords = (kind: LinkKind) => {
  const path = `/api/${linkKinds[kind].entity}`
  const isAssemblies = path === assembliesPath
  return useSWR<Records | number>(isAssemblies ? path : `${path}#list`, () =>
    isAssemblies ? readData<Records>(path) : readAll<PickedRecord>(path),
  )
}

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The first that the server finds, while the whole list is too long. */
const useFound = (kind: LinkKind, search: string, isLong: boolean) => {
  const settled = useSettled(search)
  const path = pagePath(`/api/${linkKinds[kind].entity}`, { search: settled, sort: null }, 0)
  return useSWR<Page<PickedRecord>>(isLong ? path : null, readPage<PickedRecord>, {
    keepPreviousData: true,
  })
}

type Asked = { assembly: Assembly; kind: LinkKind; links: readonly Link[]; search: string }

type Offer = {
  /** What the search left, in view or a scroll away. */
  readonly found: readonly Candidate[] | undefined
  /** How many there are to find. */
  readonly total: number
  /** The server found more than is offered: a narrower search shows the rest. */
  readonly isCut: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** What a picker offers for a search. */
export const useCandidates = ({ assembly, kind, links, search }: Asked): Offer => {
  const whole = useRecords(kind)
  const isLong = typeof whole.data === 'number'
  const page = useFound(kind, search, isLong)
  const records = typeof whole.data === 'number' ? page.data?.rows : whole.data

  const candidates = useMemo(() => {
    if (!records) return undefined
    const circles =
      kind === 'subassembly' ? circlesOf(assembly.id, records as readonly Assembly[]) : undefined
    const choice = { kind, assemblyId: assembly.id, records, links }
    return candidatesOf(circles ? { ...choice, circles } : choice)
  }, [records, kind, links, assembly.id])
  const found = useMemo(
    () => (candidates && !isLong ? searchCandidates(candidates, search) : candidates),
    [candidates, isLong, search],
  )
  const matching = page.data?.total ?? 0
  return {
    found,
    total: isLong ? matching : (candidates?.length ?? 0),
    isCut: isLong && matching > (page.data?.rows.length ?? 0),
    error: (whole.error ?? page.error) as unknown,
    retry: () => {
      void whole.mutate()
      void page.mutate()
    },
  }
}
