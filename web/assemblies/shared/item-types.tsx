import { Box, Cog, Layers, Radar } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BomItem, ItemType } from '#contracts/assembly/bom.ts'
import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { RecordLink } from '../../lib/record-link.tsx'

export const itemTypeLabels: Record<ItemType, string> = {
  component: 'Komponent',
  motor: 'Motor',
  sensor: 'Sensor',
  assembly: 'Sammenstilling',
}

const icons = { component: Box, motor: Cog, sensor: Radar, assembly: Layers }

export const ItemTypeIcon = ({ type }: { type: ItemType }) => {
  const Icon = icons[type] ?? Box
  return <Icon className="size-4 shrink-0" />
}

type LinkProps = {
  item: Pick<BomItem, 'itemType' | 'itemId'>
  tabIndex?: number
  className?: string
  children: ReactNode
}

/** What stands in a stykkliste, as the link to it. */
export const ItemLink = ({ item: { itemType, itemId }, ...rest }: LinkProps) => (
  <RecordLink
    to={linkKinds[itemType === 'assembly' ? 'subassembly' : itemType].entity}
    id={itemId}
    {...rest}
  />
)
