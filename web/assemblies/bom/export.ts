import type { BomView } from '#contracts/assembly/bom.ts'
import { messageOf } from '../../lib/api.ts'
import { download } from '../../lib/download.ts'
import { toast } from '../../lib/toasts.tsx'
import { assemblyPath } from '../shared/api.ts'
import type { Assembly } from '../shared/assembly.ts'
import { views } from './views.tsx'

export const formats = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const
export type Format = keyof typeof formats

/** A file name that every system takes: "Linje 3/B" becomes "stykkliste Linje 3-B eksplodert.csv". */
export const exportName = (assembly: string, view: BomView, format: Format): string =>
  `stykkliste ${assembly} ${views[view].fileName}`
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
    .slice(0, 120) + `.${format}`

export const exportBom = async (
  { id, name }: Pick<Assembly, 'id' | 'name'>,
  view: BomView,
  format: Format,
): Promise<void> => {
  try {
    const path = `${assemblyPath(id)}/export?view=${view}&format=${format}`
    await download(path, exportName(name, view, format))
  } catch (error) {
    const text = messageOf(error, 'Kunne ikke eksportere stykklisten')
    toast({ title: 'Feil', text, destructive: true })
  }
}
