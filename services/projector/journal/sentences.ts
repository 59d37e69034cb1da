import { kindsOfLink, linkKinds } from '#contracts/assembly/link-kinds.ts'
import { entityNamed } from '#contracts/catalogue/index.ts'
import { holdsPersonal } from '#contracts/entity.ts'
import type { Effect } from '#contracts/event-definition.ts'
import { definitionOf } from '#contracts/events.ts'
import { agreeingWith } from '#contracts/noun.ts'
import { capitalized, joinWithAnd } from '#contracts/text.ts'
import { recordChanges } from './changes.ts'
import type { Entry } from './entries.ts'
import { titleOf } from './names.ts'
import {
  attributeWord,
  linkName,
  partPhrase,
  pricePhrases,
  validityPhrase,
} from './part-phrases.ts'
import {
  enumerated,
  fieldChanged,
  numeral,
  otherFields,
  tellingOf,
  type NameOf,
  type Telling,
} from './phrases.ts'

type Predicate = (entry: Entry, telling: Telling) => string

const unchanged = ' ble lagret uten endringer'
const listed = (phrases: string) => (phrases ? `: ${phrases}` : unchanged)

const fieldsChanged: Predicate = (entry, telling) => {
  const entity = entityNamed(entry.entity)
  if (entry.erasure) return ': kontaktopplysningene ble slettet for godt'
  const changes = recordChanges(entry)
  if (changes.length === 0 && holdsPersonal(entity))
    return ': kontaktopplysninger som nå er slettet, ble endret'
  const phrases = changes.map((change) =>
    fieldChanged(entity.fields[change.field]!, change, telling),
  )
  return listed(enumerated(phrases, otherFields, telling))
}

const partChanged: Predicate = ({ parts: [part] }, telling) =>
  part ? partPhrase(part, telling) : unchanged

const counted = (count: number, { one, many }: typeof attributeWord) =>
  count === 0 ? [] : [`${numeral(count)} ${count === 1 ? one : many}`]

const contentsOf = ({ parts }: Entry) => [
  ...kindsOfLink.flatMap((kind) => {
    const links = parts.filter((part) => part.of === 'link' && part.kind === kind)
    return counted(links.length, linkKinds[kind].noun)
  }),
  ...counted(parts.filter((part) => part.of === 'attribute').length, attributeWord),
]

const cloned: Predicate = (entry, { nameOf, quoted }) => {
  const contents = contentsOf(entry)
  const source = quoted(nameOf('assemblytypes', entry.origin!))
  return ` ble laget som en kopi av ${source}, ${contents.length > 0 ? `med ${joinWithAnd(contents)}` : 'uten innhold'}`
}

const priced: Predicate = (entry, telling) => {
  const [phrases, validity] = [pricePhrases(entry, telling), validityPhrase(entry)]
  return `${phrases.length === 0 && validity ? ': samme pris' : listed(joinWithAnd(phrases))}${validity}`
}

const fixed: Predicate = ({ type }) => {
  const definition = definitionOf(type)
  return 'sentence' in definition ? definition.sentence : ''
}

const others = (count: number): string => (count === 1 ? 'en annen' : `${numeral(count)} andre`)

const dissolved: Predicate = (entry, telling) => {
  const { nameOf, quoted } = telling
  const names = entry.parents.map((id) => quoted(nameOf('assemblytypes', id)))
  return names.length === 0
    ? fixed(entry, telling)
    : ` ble koblet fra ${enumerated(names, others, telling)}`
}

const predicates: { readonly [E in Effect]: Predicate } = {
  created: fixed,
  revised: fieldsChanged,
  priced,
  removed: fixed,
  offerSet: partChanged,
  offerRemoved: partChanged,
  none: fixed,
  linked: partChanged,
  unlinked: partChanged,
  attributeSet: partChanged,
  attributeRemoved: partChanged,
  cloned,
  filled: (entry) => ` fikk tilbake ${joinWithAnd(contentsOf(entry))}`,
  dissolved,
  rejoined: fixed,
}

/** In the history of a record that lost a link by another's removal. */
const linkLost: Predicate = ({ parts: [link] }, telling) =>
  link?.of === 'link'
    ? `: ${linkName(link, telling)} fjernet, fordi ${agreeingWith(linkKinds[link.kind].noun).it} ble slettet`
    : unchanged

const time = new Intl.DateTimeFormat('nb-NO', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Oslo',
})
const minute = 60_000

const remark = ({ at, recordedAt }: Entry): string =>
  Math.abs(Date.parse(recordedAt) - Date.parse(at)) > minute
    ? ` Tidspunktene er ulike: bestemt ${time.format(new Date(at))}, skrevet i hendelsesloggen ${time.format(new Date(recordedAt))}.`
    : ''

/** The change as a sentence, with the names of that time; `isWhole` if it leaves nothing out. */
export const sentenceOf = (entry: Entry, nameOf: NameOf, isWhole = false): string => {
  const { entity, id, record, type, own } = entry
  const telling = tellingOf(nameOf, isWhole)
  const title = titleOf(entity, id, record.after ?? record.before)
  const subject = `${capitalized(entityNamed(entity).noun.one)} ${telling.quoted(title)}`
  const predicate = own ? predicates[definitionOf(type).effect] : linkLost
  return `${subject}${predicate(entry, telling)}.${remark(entry)}`
}
