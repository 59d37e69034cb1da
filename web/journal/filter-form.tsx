import { X } from 'lucide-react'
import { useId } from 'react'
import useSWR from 'swr'
import { entities } from '#contracts/catalogue/index.ts'
import { definitionOf, eventTypes } from '#contracts/events.ts'
import type { JournalChoices } from '#contracts/history.ts'
import { capitalized } from '#contracts/text.ts'
import { viaText } from '#contracts/via-text.ts'
import { dateTime } from '../lib/format.ts'
import { Problem } from '../lib/alert.tsx'
import { Button } from '../lib/button.tsx'
import { NotRead } from '../lib/loaded.tsx'
import { FilterField, LabelledInput, LabelledSelect } from '../lib/labelled.tsx'
import { RecordFilter } from './record-filter.tsx'
import { choicesPath, fromAddress, toQuery, type JournalFilter } from './filter.ts'

const kindOptions = eventTypes.map((type) => [type, definitionOf(type).label] as const)
const entityOptions = entities.map(({ name, noun }) => [name, capitalized(noun.many)] as const)

type Option = readonly [value: string, text: string]

const nothing: JournalChoices = { users: [], imports: [] }

/** Revalidated each time the page opens, since there may be new accounts and imports. */
const useJournalChoices = (filter: JournalFilter) => {
  const { data = nothing, ...answer } = useSWR<JournalChoices, unknown>(choicesPath(filter), {
    revalidateIfStale: true,
    keepPreviousData: true,
  })
  const users = [...Map.groupBy(data.users, ({ id, name }) => id ?? name)].map(userOption)
  const imports = data.imports.map(({ id, via, user, at }): Option => [
    id,
    `${viaText({ ...via, line: undefined })}, ${dateTime(at)}, ${user}`,
  ])
  return { users, imports, answer }
}

type Named = JournalChoices['users'][number]

/** An account with all the names it has had in the journal, and the one it has now. */
const userOption = ([account, had]: [string, readonly Named[]]): Option => {
  const names = had.map(({ name }) => name)
  const now = had.flatMap((user) => user.now ?? []).find((name) => !names.includes(name))
  return [account, names.join(', ') + (now ? ` (nå ${now})` : '')]
}

/** Adds a value from the address that is not among the options. */
const including = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some(([known]) => known === value)
    ? options
    : [...options, [value, value]]

/** A year that begins with 0 is still being typed. */
const isReversed = (from: string, to: string): boolean => /^[1-9]/.test(to) && from > to

type Props = { filter: JournalFilter; onChange: (changes: Partial<JournalFilter>) => void }

const Period = ({ filter: { from, to }, onChange }: Props) => {
  const problem = isReversed(from, to) ? '«Fra dato» er etter «Til dato»' : ''
  const problemId = useId()
  return (
    <>
      <FilterField value={from}>
        <LabelledInput
          label="Fra dato"
          type="date"
          value={from}
          onChange={(day) => onChange({ from: day })}
          aria-invalid={problem !== ''}
          aria-describedby={problem ? problemId : undefined}
        />
        <Problem id={problemId} text={problem} />
      </FilterField>
      <FilterField value={to}>
        <LabelledInput
          label="Til dato"
          type="date"
          value={to}
          onChange={(day) => onChange({ to: day })}
        />
      </FilterField>
    </>
  )
}

type ChoiceProps = Props & {
  of: 'user' | 'entity' | 'kind' | 'import'
  label: string
  all?: string
  options: readonly Option[]
}

const Choice = ({ filter, onChange, of, label, all = 'Alle', options }: ChoiceProps) => (
  <FilterField value={filter[of]}>
    <LabelledSelect
      label={label}
      value={filter[of]}
      onChange={(value) => onChange({ [of]: value })}
      options={[['', all], ...options]}
    />
  </FilterField>
)

export const FilterForm = (props: Props) => {
  const { filter, onChange } = props
  const { users, imports, answer } = useJournalChoices(filter)
  return (
    <fieldset aria-label="Filter" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      <Period {...props} />
      <Choice {...props} of="user" label="Bruker" options={including(users, filter.user)} />
      <Choice
        {...props}
        of="entity"
        label="Gjelder"
        all="Alt"
        options={entityOptions}
        onChange={(changes) => onChange({ ...changes, id: '' })}
      />
      <FilterField value={filter.id}>
        <RecordFilter {...props} />
      </FilterField>
      <Choice {...props} of="kind" label="Endring" options={kindOptions} />
      <Choice {...props} of="import" label="Import" options={including(imports, filter.import)} />
      <Button
        icon={<X />}
        className="mt-6 self-start"
        aria-disabled={toQuery(filter) === ''}
        onClick={() => onChange(fromAddress(''))}
      >
        Nullstill
      </Button>
      <NotRead
        {...answer}
        failed="Kunne ikke hente brukere og importer"
        className="col-span-full"
      />
    </fieldset>
  )
}
