import { capitalized, folded, searchedWords } from '#contracts/text.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { newOne } from '#contracts/noun.ts'
import type { SearchHit } from '#contracts/search-answers.ts'
import { searchedEntities } from '#contracts/search.ts'
import type { Target } from '../lib/recent.ts'
import { lists } from '../lib/list-paths.ts'
import { recordPath, recordSearch } from '../lib/records.ts'
import { asking } from '../lib/use-address-action.ts'

const otherNumber = 'Art.nr hos annen leverandør'

export const targetOf = ({
  entity: name,
  id,
  title,
  number,
  field,
  text,
  marks,
}: SearchHit): Target => {
  const entity = entityNamed(name)
  const found =
    field === null || field === entity.title || text === number
      ? []
      : [`${entity.fields[field]?.label ?? otherNumber}: ${text}`]
  return {
    href: recordPath(name, id),
    title,
    detail: [capitalized(entity.noun.one), number === title ? null : number, ...found]
      .filter(Boolean)
      .join(' · '),
    marks,
  }
}

/** The assembly's name in a search such as "vis stykkliste for båndmodul". */
export const assemblyNamedIn = (search: string): string | null =>
  /^(?:vis )?stykkliste(?:n|r)? (?:for |til )?(\S.*)$/i.exec(search)?.[1] ?? null

export const stykklisteOf = ({ id, title, marks }: SearchHit): Target => ({
  href: recordPath('assemblytypes', id) + recordSearch('', { tab: 'hierarki' }),
  title: `Vis stykkliste for ${title}`,
  detail: 'Handling',
  marks,
})

type Action = Target & { readonly alsoCalled: string }

const actions: readonly Action[] = [
  ...searchedEntities.map(({ name, noun }) => ({
    href: asking(lists[name].path, 'ny'),
    title: capitalized(newOne(noun)),
    detail: 'Handling',
    alsoCalled: 'legg til opprett registrer',
  })),
  ...searchedEntities
    .filter(({ csv }) => csv)
    .map(({ name, noun }) => ({
      href: asking(lists[name].path, 'importer'),
      title: `Importer ${noun.many}`,
      detail: 'Handling',
      alsoCalled: 'csv xlsx excel last opp',
    })),
]

export const isAction = ({ href }: Target): boolean => actions.some((one) => one.href === href)

/** The actions whose names match, the most recently used first. */
export const actionsFor = (search: string, recent: readonly Target[]): readonly Target[] => {
  const marks = searchedWords(folded(search))
  const age = ({ href }: Target) => {
    const at = recent.findIndex((one) => one.href === href)
    return at < 0 ? recent.length : at
  }
  return actions
    .filter(({ title, alsoCalled }) =>
      marks.every((word) => folded(`${title} ${alsoCalled}`).includes(word)),
    )
    .toSorted((a, b) => age(a) - age(b))
    .map(({ href, title, detail }) => ({ href, title, detail, marks }))
}
