import { useState } from 'react'
import useSWR from 'swr'
import { Checkbox } from '../../checkbox.tsx'
import { NotRead } from '../../loaded.tsx'
import { compareTexts } from '../../text.ts'
import { useDebounced } from '../../use-debounced.ts'
import { useChoices } from '../use-choices.ts'
import type { FilterControlProps } from './filter-state.ts'

type Choice = { readonly value: string; readonly label: string }

type ChoiceProps = FilterControlProps & { choices: readonly Choice[] }

export const ChoiceOf = ({ filter, filters, onChange, choices }: ChoiceProps) => {
  const chosen = filters[filter.key] ?? []
  const toggle = (value: string) =>
    onChange(
      '',
      chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
    )
  return (
    <ul className="clear-both max-h-56 overflow-y-auto rounded-md border border-line p-1">
      {choices.map(({ value, label }) => (
        <li key={value}>
          <Checkbox
            className="cursor-pointer rounded-md px-2 hover:bg-hover max-sm:min-h-11"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          >
            <span className="min-w-0 break-words">{label}</span>
          </Checkbox>
        </li>
      ))}
      {choices.length === 0 && <li className="px-2 py-1.5 text-sm text-muted">Ingen treff</li>}
    </ul>
  )
}

type SearchedProps = ChoiceProps & { search: string; onSearch: (search: string) => void }

const SearchedChoice = ({ search, onSearch, ...props }: SearchedProps) => (
  <>
    <input
      type="search"
      aria-label={`Søk i ${props.filter.label}`}
      placeholder="Søk i verdiene..."
      className="control clear-both"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
    />
    <ChoiceOf {...props} />
  </>
)

/** The user finds the rest by searching. */
const maxListed = 200

const asChoice = (value: string): Choice => ({ value, label: value })

/** Keeps chosen values in the list even if the search does not match them. */
const withChosen = (chosen: readonly string[], found: readonly Choice[]): readonly Choice[] => {
  const missing = chosen.filter((value) => found.every((choice) => choice.value !== value))
  return [...missing.map(asChoice), ...found]
}

const FoundValues = (props: FilterControlProps) => {
  const { entity, filter, filters } = props
  const [search, setSearch] = useState('')
  const query = new URLSearchParams({ q: useDebounced(search) }).toString()
  const { data, ...answer } = useSWR<readonly string[]>(
    `/api/${entity.name}/values/${filter.key}?${query}`,
    { keepPreviousData: true },
  )
  if (answer.error && !data) return <NotRead {...answer} className="clear-both" />
  return (
    <SearchedChoice
      {...props}
      choices={withChosen(filters[filter.key] ?? [], data?.map(asChoice) ?? [])}
      search={search}
      onSearch={setSearch}
    />
  )
}

export const ValueChoice = (props: FilterControlProps) =>
  props.filter.options ? (
    <ChoiceOf {...props} choices={props.filter.options.map(asChoice)} />
  ) : (
    <FoundValues {...props} />
  )

export const RecordChoice = (props: FilterControlProps) => {
  const { filter } = props
  const [search, setSearch] = useState('')
  const { rows, isLong, ...answer } = useChoices<{ id: number; name: string }>(filter.to!, search)
  const term = search.trim().toLocaleLowerCase('nb')
  const found = (rows ?? [])
    .filter(({ name }) => isLong || name.toLocaleLowerCase('nb').includes(term))
    .toSorted((a, b) => compareTexts(a.name, b.name))
    .slice(0, maxListed)
  if (answer.error && !rows) return <NotRead {...answer} className="clear-both" />
  return (
    <SearchedChoice
      {...props}
      choices={found.map(({ id, name }) => ({ value: String(id), label: name }))}
      search={search}
      onSearch={setSearch}
    />
  )
}
