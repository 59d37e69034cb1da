import type { LinkKind } from '#contracts/assembly/links.ts'

type LinkTexts = {
  /** The tab. */
  readonly tab: string
  readonly add: string
  readonly empty: string
  readonly search: string
  readonly noneLeft: string
  readonly added: string
  readonly removed: string
  readonly addFailed: string
  readonly removeFailed: string
  readonly many: string
}

const textsOf = (one: string, many: string): Omit<LinkTexts, 'addFailed'> => {
  const lower = one.toLocaleLowerCase('nb')
  const plural = many.toLocaleLowerCase('nb')
  return {
    tab: many,
    many: plural,
    add: `Legg til ${lower}`,
    empty: `Ingen ${plural} lagt til`,
    search: `Søk ${plural}...`,
    noneLeft: `Ingen flere ${plural} å legge til`,
    added: `${one} lagt til`,
    removed: `${one} fjernet`,
    removeFailed: `Kunne ikke fjerne ${lower}`,
  }
}

export const linkTexts: Record<LinkKind, LinkTexts> = {
  component: {
    ...textsOf('Komponent', 'Komponenter'),
    addFailed: 'Kunne ikke legge til komponent',
  },
  motor: { ...textsOf('Motor', 'Motorer'), addFailed: 'Kunne ikke legge til motor' },
  sensor: { ...textsOf('Sensor', 'Sensorer'), addFailed: 'Kunne ikke legge til sensor' },
  subassembly: {
    ...textsOf('Underenhet', 'Underenheter'),
    addFailed: 'Kunne ikke legge til underenhet. Dette kan skyldes sirkulære avhengigheter.',
  },
}
