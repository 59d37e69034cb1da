import useSWR from 'swr'
import { Link } from 'wouter'
import type { AnyRecord } from '#contracts/entity.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { searchedEntities } from '#contracts/search.ts'
import { capitalized } from '#contracts/text.ts'
import { messageOf } from '../lib/api.ts'
import { count } from '../lib/format.ts'
import { RecordLink, linkLook } from '../lib/record-link.tsx'
import { listPaths, type Listed } from '../lib/list-paths.ts'
import { recordTitle } from '../lib/records.ts'
import { Loading } from '../lib/spinner.tsx'
import { useSomeOf } from '../lib/use-some-of.tsx'
import { readPage } from '../lib/use-rows.ts'

const companyKeys = { suppliers: 'supplierId', manufacturers: 'manufacturerId' } as const
type Company = keyof typeof companyKeys

/** The lists that refer to a company, lists of parts first. */
const listsBy = (by: Company): readonly Listed[] =>
  searchedEntities
    .filter(({ fields }) => companyKeys[by] in fields)
    .toSorted((a, b) => Number(!a.priced) - Number(!b.priced))
    .map(({ name }) => name)

export const companyTexts: Readonly<Record<Company, string>> = {
  suppliers: 'Leverer',
  manufacturers: 'Produserer',
}
export const isCompany = (name: string): name is Company => Object.hasOwn(companyKeys, name)

/** The list screen shows the rest. */
const most = 100
const first = 8

type Props = { by: Company; row: AnyRecord }

const OfKind = ({ of, by, row }: Props & { of: Listed }) => {
  const search = `${companyKeys[by]}=${row.id}`
  const { data, error } = useSWR(`/api/${of}?${search}&limit=${most}`, readPage<AnyRecord>)
  const { shown, moreButton } = useSomeOf(data?.rows ?? [], first)
  if (error && !data) return <p className="text-sm text-danger">{messageOf(error)}</p>
  if (!data) return <Loading className="text-sm" />
  return (
    <div className="min-w-0">
      <h4 className="text-xs text-faint">{capitalized(entityNamed(of).noun.many)}</h4>
      {data.rows.length === 0 && <p className="text-muted">Ingen</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.id} className="break-words">
            <RecordLink to={of} id={one.id}>
              {recordTitle(entityNamed(of), one)}
            </RecordLink>
          </li>
        ))}
      </ul>
      {moreButton}
      {data.total > data.rows.length && (
        <Link href={`${listPaths[of]}?${search}`} className={linkLook}>
          Se alle {count(data.total)} i listen
        </Link>
      )}
    </div>
  )
}

/** The parts and manufacturers of a supplier, or the parts of a manufacturer. */
export const CompanyParts = (props: Props) => (
  <div className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-2">
    {listsBy(props.by).map((of) => (
      <OfKind key={of} of={of} {...props} />
    ))}
  </div>
)
