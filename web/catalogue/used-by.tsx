import useSWR from 'swr'
import { Link } from 'wouter'
import type { AnyRecord, Entity, EntityName } from '#contracts/entity.ts'
import { referencesTo } from '#contracts/catalogue/index.ts'
import { searchedEntities } from '#contracts/search.ts'
import { capitalized } from '#contracts/text.ts'
import { count } from '../lib/format.ts'
import { Loaded } from '../lib/loaded.tsx'
import { RecordLink, linkLook } from '../lib/record-link.tsx'
import { lists } from '../lib/list-paths.ts'
import { recordTitle } from '../lib/records.ts'
import { useSomeOf } from '../lib/use-some-of.tsx'
import { readPage, type Page } from '../lib/use-rows.ts'

/** The fields that refer to records of the entity, those of parts first. */
const referencesFrom = (entity: Entity) =>
  searchedEntities
    .flatMap((of) => referencesTo(of, entity).map((by) => ({ of, by })))
    .toSorted((a, b) => Number(!a.of.priced) - Number(!b.of.priced))

/** The heading, where a more exact word is known. */
const titles: Readonly<Partial<Record<EntityName, string>>> = {
  suppliers: 'Leverer',
  manufacturers: 'Produserer',
}
export const usedByTitle = ({ name }: Entity): string => titles[name] ?? 'Brukes av'

/** The list screen shows the rest. */
const most = 100
const first = 8

type RowsProps = { of: ListProps['of']; search: string; page: Page<AnyRecord> }

const Rows = ({ of, search, page: { rows, total } }: RowsProps) => {
  const { shown, moreButton } = useSomeOf(rows, first)
  return (
    <>
      {rows.length === 0 && <p className="text-muted">Ingen</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.id} className="break-words">
            <RecordLink to={of.name} id={one.id}>
              {recordTitle(of, one)}
            </RecordLink>
          </li>
        ))}
      </ul>
      {moreButton}
      {total > rows.length && (
        <Link href={`${lists[of.name].path}?${search}`} className={linkLook}>
          Se alle {count(total)} i listen
        </Link>
      )}
    </>
  )
}

type ListProps = ReturnType<typeof referencesFrom>[number] & { row: AnyRecord }

const List = ({ of, by, row }: ListProps) => {
  const search = `${by}=${row.id}`
  const answer = useSWR(`/api/${of.name}?${search}&limit=${most}`, readPage<AnyRecord>)
  return (
    <div className="min-w-0">
      <h4 className="text-xs text-faint">{capitalized(of.noun.many)}</h4>
      <Loaded part {...answer}>
        {(page) => <Rows of={of} search={search} page={page} />}
      </Loaded>
    </div>
  )
}

type Props = { entity: Entity; row: AnyRecord }

/** Such as the parts and manufacturers of a supplier. */
export const UsedBy = ({ entity, row }: Props) => (
  <div className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2">
    {referencesFrom(entity).map(({ of, by }) => (
      <List key={`${of.name} ${by}`} of={of} by={by} row={row} />
    ))}
  </div>
)
