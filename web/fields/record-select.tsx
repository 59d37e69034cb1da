import { useMemo, useState, type Ref } from 'react'
import useSWR from 'swr'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { EntityName } from '#contracts/entity.ts'
import { readData } from '../lib/api.ts'
import { LabelledById } from '../lib/labelled.tsx'
import { NotRead } from '../lib/loaded.tsx'
import { norwegian } from '#contracts/text.ts'
import { useChoices } from '../lib/list/use-choices.ts'
import { type Choice, type FieldProps, SearchedSelect } from './searched-select.tsx'
import { Select } from '../lib/select.tsx'

/** Longer lists get a search field instead of a drop-down. */
const maxInList = 100

type Props = {
  collection: EntityName
  value: number | null
  onChange: (id: number | null) => void
  none: string
  /** A choice is an action: an arrow key must not choose, as it does in a drop-down. */
  acts?: boolean
  field: FieldProps
}

/** The records to choose from, and the chosen one, which may not be among them. */
const useRecords = (collection: EntityName, value: number | null, search: string) => {
  const { rows, isLong, isOld, matching, error, mutate } = useChoices<Choice>(collection, search)
  const choices = useMemo(
    () => rows?.toSorted((a, b) => norwegian.compare(a.name, b.name) || a.id - b.id) ?? [],
    [rows],
  )
  const inList = choices.find(({ id }) => id === value)
  const elsewhere = useSWR<Choice>(
    isLong && value !== null && !inList ? `/api/${collection}/${value}` : null,
    readData<Choice>,
  )
  const loading = (!rows && !error) || elsewhere.isLoading
  const unknown =
    value === null ? null : { id: value, name: loading ? 'Laster...' : `Nr. ${value}` }
  const chosen = inList ?? elsewhere.data ?? unknown
  const outside = inList ? null : chosen
  const answer = { error: rows ? undefined : error, mutate }
  return { choices, chosen, outside, isLong, isOld, matching, loading, answer }
}

type ControlProps = Omit<Props, 'collection'> & {
  records: ReturnType<typeof useRecords>
  search: string
  onSearch: (search: string) => void
}

const Control = (props: ControlProps) => {
  const { records, value, onChange, none, acts = false, field, search, onSearch } = props
  const { ref, ...attributes } = field
  const { choices, chosen, outside, isLong, isOld, matching, loading } = records

  if (acts || isLong || choices.length > maxInList)
    return (
      <SearchedSelect
        choices={choices}
        chosen={chosen}
        none={none}
        search={search}
        found={isLong ? matching : undefined}
        isOld={isOld}
        onSearch={onSearch}
        onChange={onChange}
        field={field}
      />
    )
  return (
    <Select
      {...attributes}
      ref={ref as Ref<HTMLSelectElement>}
      aria-busy={loading}
      value={value ?? 'none'}
      options={[
        ['none', none],
        ...(outside ? [outside, ...choices] : choices).map(
          ({ id, name }) => [String(id), name] as const,
        ),
      ]}
      onChange={({ target }) => onChange(target.value === 'none' ? null : Number(target.value))}
    />
  )
}

export const RecordSelect = ({ collection, ...props }: Props) => {
  const [search, setSearch] = useState('')
  const records = useRecords(collection, props.value, search)
  return (
    <>
      <Control records={records} search={search} onSearch={setSearch} {...props} />
      <NotRead
        {...records.answer}
        failed={`Kunne ikke hente ${entityNamed(collection).noun.many}`}
        className="mt-1"
      />
    </>
  )
}

type LabelledProps = Omit<Props, 'field'> & { label: string; className?: string }

export const LabelledRecordSelect = ({ label, className = '', ...select }: LabelledProps) => (
  <LabelledById label={label} className={className}>
    {(id) => <RecordSelect {...select} field={{ id }} />}
  </LabelledById>
)
