import { Box, Cog, Layers, Radar } from 'lucide-react'
import { summaryCounts, type BomSummary } from '#contracts/assembly/bom.ts'
import type { PartKind } from '#contracts/assembly/links.ts'
import { count, number } from '../../lib/format.ts'

const kinds: Readonly<Record<PartKind, { label: string; Icon: typeof Box }>> = {
  component: { label: 'Komponenter', Icon: Box },
  motor: { label: 'Motorer', Icon: Cog },
  sensor: { label: 'Sensorer', Icon: Radar },
}

/** How much of everything, over all levels, and how deep it goes. */
export const countsOf = (summary: BomSummary) => [
  ...(Object.keys(kinds) as PartKind[]).map((kind) => {
    const { total, unique } = summaryCounts[kind]
    const different = summary[unique]
    const hint = different > 0 ? `${count(different)} ${different === 1 ? 'ulik' : 'ulike'}` : ''
    return { ...kinds[kind], value: number(summary[total]), hint }
  }),
  {
    label: 'Maks dybde',
    Icon: Layers,
    value: number(summary.maxDepth),
    hint: summary.maxDepth === 1 ? 'nivå' : 'nivåer',
  },
]

export const isClean = ({ validationErrors, warnings, hasCircularDependency }: BomSummary) =>
  validationErrors.length + warnings.length === 0 && !hasCircularDependency
