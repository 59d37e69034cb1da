import { useState } from 'react'
import useSWR from 'swr'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { JournalRecord } from '#contracts/history.ts'
import { SearchedSelect, type Choice } from '../fields/searched-select.tsx'
import { messageOf } from '../lib/api-error.ts'
import { LabelledById } from '../lib/labelled.tsx'
import { useDebounced } from '../lib/use-debounced.ts'
import { withQuery } from '../lib/with-query.ts'
import type { JournalFilter } from './filter.ts'

type Props = { filter: JournalFilter; onChange: (changes: Partial<JournalFilter>) => void }

const choiceOf = ({ entity, id, title, number, removed }: JournalRecord): Choice<string> => {
  const details = [
    number !== title && number,
    entityNamed(entity).noun.one,
    removed && 'slettet',
  ].filter(Boolean)
  return { id: `${entity} ${id}`, name: [title, ...details].join(' · ') }
}

/** Without a search or an id, nothing is asked for. */
const useRecords = (asked: { q?: string; id?: string; entity: string }) =>
  useSWR<readonly JournalRecord[]>(
    asked.q || asked.id ? withQuery('/api/journal/records', asked) : null,
    { keepPreviousData: Boolean(asked.q) },
  )

const hintFor = (search: string, isSearching: boolean, error: unknown): string => {
  if (search === '') return 'Skriv et navn eller et nummer'
  if (isSearching) return 'Søker...'
  return error ? messageOf(error) : 'Ingen treff'
}

/** Narrows the journal to a record, found by its names of then and now. */
export const RecordFilter = ({ filter: { entity, id }, onChange }: Props) => {
  const [search, setSearch] = useState('')
  const q = useDebounced(search.trim())
  const found = useRecords({ q, entity })
  // An id alone may be that of several records.
  const known = useRecords({ id: entity && id, entity }).data?.[0]
  const unknown = id === '' ? null : { id: `${entity} ${id}`, name: `Nr. ${id}` }
  const isOld = found.isLoading || q !== search.trim()
  const choices = q === '' || found.error ? [] : (found.data ?? []).map(choiceOf)
  const choose = (choice: string | null) => {
    const [chosenEntity = entity, chosenId = ''] = choice?.split(' ') ?? []
    onChange({ entity: chosenEntity, id: chosenId })
  }
  return (
    <LabelledById label="Post">
      {(fieldId) => (
        <SearchedSelect
          choices={choices}
          chosen={known && id !== '' ? choiceOf(known) : unknown}
          none="Alle"
          search={search}
          found={choices.length}
          onSearch={setSearch}
          isOld={isOld}
          onChange={choose}
          nothingFound={hintFor(search.trim(), isOld, found.error)}
          field={{ id: fieldId }}
        />
      )}
    </LabelledById>
  )
}
