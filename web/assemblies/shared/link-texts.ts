import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'

type Total = keyof AssemblyParts['bomSummary']

/** The texts about a kind of link, and the key of its count in a summary. */
const textsOf = (one: string, many: string, total: Total, whyNotAdded = '') => {
  const lower = one.toLocaleLowerCase('nb')
  const plural = many.toLocaleLowerCase('nb')
  return {
    total,
    tab: many,
    one: lower,
    many: plural,
    add: `Legg til ${lower}`,
    empty: `Ingen ${plural} lagt til`,
    search: `Søk ${plural}...`,
    noneLeft: `Ingen flere ${plural} å legge til`,
    added: `${one} lagt til`,
    removed: `${one} fjernet`,
    addFailed: `Kunne ikke legge til ${lower}${whyNotAdded}`,
    removeFailed: `Kunne ikke fjerne ${lower}`,
  }
}
const circular = '. Dette kan skyldes sirkulære avhengigheter.'

export const linkTexts: Record<LinkKind, ReturnType<typeof textsOf>> = {
  component: textsOf('Komponent', 'Komponenter', 'totalComponents'),
  motor: textsOf('Motor', 'Motorer', 'totalMotors'),
  sensor: textsOf('Sensor', 'Sensorer', 'totalSensors'),
  subassembly: textsOf('Underenhet', 'Underenheter', 'totalSubassemblies', circular),
}
