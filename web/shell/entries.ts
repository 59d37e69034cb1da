import {
  Box,
  Cog,
  Factory,
  FolderKanban,
  Layers,
  LayoutDashboard,
  Radar,
  Truck,
  type LucideIcon,
} from 'lucide-react'

export type Entry = { readonly path: string; readonly label: string; readonly Icon: LucideIcon }

/** The sidebar, in its order. */
export const entries: readonly Entry[] = [
  { path: '/', label: 'Dashboard', Icon: LayoutDashboard },
  { path: '/prosjekter', label: 'Prosjekter', Icon: FolderKanban },
  { path: '/motortypes', label: 'Motorer', Icon: Cog },
  { path: '/sensortypes', label: 'Sensorer', Icon: Radar },
  { path: '/components', label: 'Komponenter', Icon: Box },
  { path: '/assemblies', label: 'Sammenstillinger', Icon: Layers },
  { path: '/suppliers', label: 'Leverandører', Icon: Truck },
  { path: '/manufacturers', label: 'Produsenter', Icon: Factory },
]
