import { useMemo } from 'react'
import { linkKinds, type LinkKind } from '#contracts/assembly/links.ts'
import { useChoices } from '../../lib/list/use-choices.ts'
import type { Assembly, Link, PickedRecord } from '../shared/assembly.ts'
import { useUses } from '../../lib/where-used.tsx'
import { candidatesOf, searchCandidates, type Candidate, circlesOf } from './candidates.ts'

type Options = { assembly: Assembly; kind: LinkKind; links: readonly Link[]; search: string }

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
export const useCandidates = ({ assembly, kind, links, search }: Options): Offer => {
  const choices = useChoices<PickedRecord>(linkKinds[kind].entity, search)
  const { rows, isLong, matching } = choices
  const above = useUses(
    kind === 'subassembly' ? { collection: 'assemblytypes', id: assembly.id } : null,
  )

  const candidates = useMemo(() => {
    if (!rows || (kind === 'subassembly' && !above.data)) return undefined
    const circleOf = circlesOf(assembly, above.data ?? [])
    return candidatesOf({ kind, assemblyId: assembly.id, records: rows, links, circleOf })
  }, [rows, above.data, kind, links, assembly])
  const found = useMemo(
    () => (candidates && !isLong ? searchCandidates(candidates, search) : candidates),
    [candidates, isLong, search],
  )
  return {
    found,
    total: isLong ? matching : (candidates?.length ?? 0),
    isCut: isLong && matching > (rows?.length ?? 0),
    error: choices.error ?? (above.error as unknown),
    retry: () => {
      choices.retry()
      void above.mutate()
    },
  }
}
