import type { LinkKind } from '#contracts/assembly/links.ts'
import { countedIn } from '#contracts/units.ts'
import type { Link, PickedRecord } from '../assembly.ts'

export type Candidate = {
  readonly record: PickedRecord
  readonly title: string
  /** At most two. */
  readonly badges: readonly string[]
  /** Why it cannot be picked: the circle it would close. */
  readonly circle?: string
}

export const titleOf = (kind: LinkKind, record: PickedRecord): string =>
  (kind === 'subassembly' ? record.name : record.description) ||
  record.supplierArticlenumber ||
  `Nr. ${record.id}`

export const unitOf = ({ unit, pricing }: PickedRecord): string => countedIn(unit, pricing?.unit)

const badgesOf: Record<LinkKind, (record: PickedRecord) => readonly (string | null | undefined)[]> =
  {
    component: (record) => [record.type, record.supplierArticlenumber, record.itoArticlenumber],
    motor: (record) => [record.type, record.supplierArticlenumber, record.itoArticlenumber],
    sensor: (record) => [record.type, record.supplierArticlenumber, record.itoArticlenumber],
    subassembly: (record) => [record.type, record.drawingNumber],
  }

export const badges = (kind: LinkKind, record: PickedRecord): string[] =>
  badgesOf[kind](record)
    .flatMap((text) => text || [])
    .slice(0, 2)

type Choice = {
  readonly kind: LinkKind
  readonly assemblyId: number
  readonly records: readonly PickedRecord[]
  readonly links: readonly Link[]
  /** The circle that linking an assembly would close, if it would. */
  readonly circleOf?: (id: number) => string | undefined
}

/** What a picker offers: all but what is linked already and, among assemblies, the assembly itself. */
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
    .map((record) => {
      const circle = kind === 'subassembly' ? circleOf?.(record.id) : undefined
      return {
        record,
        title: titleOf(kind, record),
        badges: badges(kind, record),
        ...(circle !== undefined && { circle }),
      }
    })
}

const searchedKeys = [
  'name',
  'description',
  'type',
  'supplierArticlenumber',
  'itoArticlenumber',
  'drawingNumber',
  'supplierName',
  'manufacturerName',
] as const

export const searchCandidates = (candidates: readonly Candidate[], search: string): Candidate[] => {
  const wanted = search.trim().toLocaleLowerCase('nb')
  if (wanted === '') return [...candidates]
  return candidates.filter(({ record }) =>
    searchedKeys.some((key) => record[key]?.toLocaleLowerCase('nb').includes(wanted)),
  )
}
