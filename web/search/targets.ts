import { capitalized, folded, searchedWords } from '#contracts/text.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import type { SearchHit } from '#contracts/search-answers.ts'
import { searchedEntities } from '#contracts/search.ts'
import type { Target } from '../lib/recent.ts'
import { listPaths, recordPath, recordKeys } from '../lib/records.ts'
import { asking } from '../lib/use-asked.ts'

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

/** The stykkliste of an assembly that was found. */
export const stykklisteOf = ({ id, title }: SearchHit): Target => ({
  href: `${recordPath('assemblytypes', id)}?${recordKeys.tab}=hierarki`,
  title: `Vis stykkliste for ${title}`,
  detail: 'Handling',
})

const actions: readonly Target[] = [
  ...searchedEntities.map(({ name, noun }) => ({
    href: asking(listPaths[name], 'ny'),
    title: `Ny ${noun.one}`,
    detail: 'Handling',
  })),
  ...searchedEntities
    .filter(({ csv }) => csv)
    .map(({ name, noun }) => ({
      href: asking(listPaths[name], 'importer'),
      title: `Importer ${noun.many}`,
      detail: 'Handling',
    })),
]

/** What one can do whose name has the words. */
export const actionsFor = (search: string): readonly Target[] => {
  const marks = searchedWords(folded(search))
  return actions
    .filter(({ title }) => marks.every((word) => folded(title).includes(word)))
    .map((action) => ({ ...action, marks }))
}
