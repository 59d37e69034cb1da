import useSWR from 'swr'
import type { JournalChoices } from '#contracts/history.ts'
import { viaText } from '../history/change-heading.tsx'
import { dateTime } from '../lib/format.ts'

export type Option = readonly [value: string, text: string]

const nothing: JournalChoices = { users: [], imports: [] }

/** Accounts and imports to choose from. What changed while the page was away is in it when it comes back. */
export const useJournalChoices = () => {
  const { data = nothing } = useSWR<JournalChoices>('/api/journal/choices', {
    revalidateIfStale: true,
  })
  const users = data.users.map(({ id, name }): Option => [id ?? name, name])
  const imports = data.imports.map(({ id, via, user, at }): Option => [
    id,
    `${viaText({ ...via, line: undefined })}, ${dateTime(at)}, ${user}`,
  ])
  return { users: namesTogether(users), imports }
}

/** An account that has had more than one name is one choice with all of them. */
const namesTogether = (users: readonly Option[]): Option[] =>
  [...Map.groupBy(users, ([value]) => value)].map(([value, had]) => [
    value,
    had.map(([, name]) => name).join(', '),
  ])

/** With what an address names and no list has. */
export const including = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some(([known]) => known === value)
    ? options
    : [...options, [value, value]]
