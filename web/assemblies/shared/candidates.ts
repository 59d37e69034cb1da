import type { Use } from '#contracts/assembly/bom-answers.ts'
import { linkKinds, type LinkKind } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { folded, holds, searchedWords } from '#contracts/text.ts'
import { countedIn } from '#contracts/units.ts'
import { useChoices } from '../../lib/list/use-choices.ts'
import { recordTitle } from '../../lib/records.ts'
import { useUses } from '../../catalogue/where-used.tsx'
import type { Assembly, Link, PickedRecord } from './assembly.ts'

/** The cycle that a link would make, such as 'Hall → Linje → Ramme → Hall'. Only a hint: the server decides. */
export const circlesOf = (
  { name }: Pick<Assembly, 'name'>,
  above: readonly Use[],
): ((id: number) => string | undefined) => {
  const uses = new Map(above.map((use) => [use.itemId, use]))
  const pathDown = (id: number): readonly string[] => {
    const use = uses.get(id)
    if (!use) return []
    return [use.description, ...(use.via === null ? [name] : pathDown(use.via))]
  }
  return (id) => {
    const way = pathDown(id)
    return way.length === 0 ? undefined : [...way, way[0]].join(' → ')
  }
}

export type Candidate = {
  readonly record: PickedRecord
  readonly title: string
  readonly badges: readonly string[]
  /** The cycle, if linking this record would make one; then it cannot be picked. */
  readonly circle: string | undefined
}

export const titleOf = (kind: LinkKind, record: PickedRecord): string =>
  recordTitle(entityNamed(linkKinds[kind].entity), record)

export const unitOf = ({ unit, pricing }: PickedRecord): string => countedIn(unit, pricing?.unit)

export const badges = (kind: LinkKind, record: PickedRecord): string[] => {
  const { type, supplierArticlenumber, itoArticlenumber, drawingNumber } = record
  const numbers = [supplierArticlenumber, itoArticlenumber]
  return [type, ...(kind === 'subassembly' ? [drawingNumber] : numbers)]
    .flatMap((text) => text || [])
    .slice(0, 2)
}

export const candidateOf = (kind: LinkKind, record: PickedRecord, circle?: string): Candidate => ({
  record,
  title: titleOf(kind, record),
  badges: badges(kind, record),
  circle,
})

type Choice = {
  readonly kind: LinkKind
  readonly assemblyId: number
  readonly records: readonly PickedRecord[]
  readonly links: readonly Link[]
  readonly circleOf?: (id: number) => string | undefined
}

/** Leaves out records that are linked already, and the assembly itself. */
export const candidatesOf = ({
  kind,
  assemblyId,
  records,
  links,
  circleOf,
}: Choice): Candidate[] => {
  const taken = new Set(links.map(({ itemId }) => itemId))
  if (kind === 'subassembly') taken.add(assemblyId)
  return records
    .filter(({ id }) => !taken.has(id))
    .map((record) => candidateOf(kind, record, circleOf?.(record.id)))
}

const searchedKeys = [
  'name',
  'description',
  'type',
  'supplierArticlenumber',
  'itoArticlenumber',
  'electricalNumber',
  'drawingNumber',
  'supplierName',
  'manufacturerName',
] as const

/** True if the record contains all words, in any fields and any order. */
export const searchRecords = (
  record: PickedRecord,
  search: string,
  ...others: readonly (string | null)[]
): boolean => {
  const texts = [...searchedKeys.map((key) => record[key]), ...others].map((text) =>
    folded(text ?? ''),
  )
  return searchedWords(folded(search)).every((word) => texts.some((text) => holds(text, word)))
}

export const searchCandidates = (candidates: readonly Candidate[], search: string): Candidate[] =>
  candidates.filter(({ record }) => searchRecords(record, search))

type Options = {
  assembly: Assembly
  kind: LinkKind
  links: {
    readonly data: readonly Link[] | undefined
    readonly error: unknown
    readonly mutate: () => unknown
  }
  search: string
}

export const useCandidates = ({ assembly, kind, links, search }: Options) => {
  const choices = useChoices<PickedRecord>(linkKinds[kind].entity, search)
  const { rows, isLong, isOld, matching } = choices
  const above = useUses(
    kind === 'subassembly' ? { collection: 'assemblytypes', id: assembly.id } : null,
  )

  const isKnown = rows && links.data && (kind !== 'subassembly' || above.data)
  const circleOf = circlesOf(assembly, above.data ?? [])
  const candidates = isKnown
    ? candidatesOf({ kind, assemblyId: assembly.id, records: rows, links: links.data, circleOf })
    : undefined
  const found = candidates && !isLong ? searchCandidates(candidates, search) : candidates
  return {
    // That an earlier search found nothing says nothing about this one.
    data: isOld && found?.length === 0 ? undefined : found,
    isOld,
    total: isLong ? matching : (candidates?.length ?? 0),
    /** The server found more than it sent, so the user must search more narrowly. */
    isCut: isLong && matching > (rows?.length ?? 0),
    error: choices.error ?? links.error ?? (above.error as unknown),
    mutate: () => {
      choices.mutate()
      void links.mutate()
      void above.mutate()
    },
  }
}
