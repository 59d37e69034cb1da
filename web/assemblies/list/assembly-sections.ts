import type { BomDetail } from '#contracts/assembly/answers.ts'
import type { LinkKind } from '#contracts/assembly/links.ts'
import type { Assembly } from '../assembly.ts'

export const previewLength = 5

const sectionTitles: Record<LinkKind, string> = {
  component: 'Komponenter',
  motor: 'Motorer',
  sensor: 'Sensorer',
  subassembly: 'Underenheter',
}

export type Section = {
  readonly kind: LinkKind
  readonly title: string
  readonly items: readonly BomDetail[]
}

/** The sections of a card's bill of materials that hold anything. */
export const sectionsOf = ({ bomDetails }: Assembly): Section[] => {
  const { components, motors, sensors, subassemblies } = bomDetails
  const items = {
    component: components,
    motor: motors,
    sensor: sensors,
    subassembly: subassemblies,
  }
  return (Object.keys(sectionTitles) as LinkKind[])
    .map((kind) => ({ kind, title: sectionTitles[kind], items: items[kind] }))
    .filter((section) => section.items.length > 0)
}

type Document = { readonly label: string; readonly path: string }

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export const documentsOf = (assembly: Assembly): Document[] => [
  ...(assembly.dataSheet ? [{ label: 'Datablad', path: assembly.dataSheet }] : []),
  ...(assembly.mechanicalDrawing
    ? [{ label: 'Teknisk tegning', path: assembly.mechanicalDrawing }]
    : []),
  ...assembly.otherFiles.map((path) => ({ label: fileName(path), path })),
]
