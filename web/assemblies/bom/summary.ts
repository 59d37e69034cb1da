import { summaryCounts, type BomSummary, type ItemType } from '#contracts/assembly/bom.ts'
import { partKinds } from '#contracts/assembly/link-kinds.ts'
import { count, number } from '../../lib/format.ts'
import { linkTexts } from '../shared/link-texts.ts'

type Count = { label: string; type: ItemType; value: string; hint: string }

/** How much of everything, over all levels, and how deep it goes. */
export const countsOf = (summary: BomSummary): readonly Count[] => [
  ...partKinds.map((type) => {
    const { total, unique } = summaryCounts[type]
    const different = summary[unique]
    const hint = different > 0 ? `${count(different)} ${different === 1 ? 'ulik' : 'ulike'}` : ''
    return { label: linkTexts[type].tab, type, value: number(summary[total]), hint }
  }),
  {
    label: 'Maks dybde',
    type: 'assembly',
    value: number(summary.maxDepth),
    hint: summary.maxDepth === 1 ? 'nivå' : 'nivåer',
  },
]

export const isClean = ({ validationErrors, warnings, hasCircularDependency }: BomSummary) =>
  validationErrors.length + warnings.length === 0 && !hasCircularDependency
