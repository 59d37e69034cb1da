import { Box, Cog, Layers, Radar } from 'lucide-react'
import type { ItemType } from '#contracts/assembly/bom.ts'

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
