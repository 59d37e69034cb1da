import type { ItemType } from '#contracts/assembly/bom.ts'

export const itemTypeLabels: Record<ItemType, string> = {
  component: 'Komponent',
  motor: 'Motor',
  sensor: 'Sensor',
  assembly: 'Sammenstilling',
}
