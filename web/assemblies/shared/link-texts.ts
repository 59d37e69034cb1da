import {
  byKind,
  kindsOfLink,
  linkKinds,
  manyOf,
  totalKey,
  type LinkKind,
} from '#contracts/assembly/link-kinds.ts'
import { newOne } from '#contracts/noun.ts'
import { capitalized } from '#contracts/text.ts'

const circular = '. Dette kan skyldes sirkulære avhengigheter.'

/** The texts about a kind of link, and the key of its count in a summary. */
const textsOf = (kind: LinkKind) => {
  const { noun } = linkKinds[kind]
  const { one, many } = noun
  const name = capitalized(one)
  return {
    total: totalKey(kind),
    tab: manyOf(kind),
    one,
    many,
    make: capitalized(newOne(noun)),
    add: `Legg til ${one}`,
    empty: `Ingen ${many} lagt til`,
    search: `Søk ${many}...`,
    noneLeft: `Ingen flere ${many} å legge til`,
    added: `${name} lagt til`,
    removed: `${name} fjernet`,
    addFailed: `Kunne ikke legge til ${one}${kind === 'subassembly' ? circular : ''}`,
    removeFailed: `Kunne ikke fjerne ${one}`,
  }
}
export const linkTexts = byKind(kindsOfLink, textsOf)
