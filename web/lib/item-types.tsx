import type { ReactNode } from 'react'
import {
  itemLabels,
  kindOf,
  type BomItem,
  type ExactQuantity,
  type ItemType,
} from '#contracts/assembly/bom.ts'
import { linkKinds } from '#contracts/assembly/link-kinds.ts'
import { Badge } from './badge.tsx'
import { number } from './format.ts'
import { lists } from './list-paths.ts'
import { RecordLink } from './record-link.tsx'
import { breakable } from './text.ts'

export type Identity = Pick<BomItem, 'itemType' | 'itemId'>
export const itemKey = ({ itemType, itemId }: Identity): string => `${itemType}-${itemId}`

const entityOf = (type: ItemType) => linkKinds[kindOf(type)].entity

export const ItemTypeIcon = ({ type }: { type: ItemType }) => {
  const { Icon } = lists[entityOf(type)]
  return <Icon className="size-4 shrink-0" />
}

export const ItemTypeBadge = ({ type }: { type: ItemType }) => (
  <Badge tone={type === 'assembly' ? 'accent' : 'neutral'}>{itemLabels[type]}</Badge>
)

type LinkProps = {
  item: Identity
  tabIndex?: number
  className?: string
  children: ReactNode
}

export const ItemLink = ({ item: { itemType, itemId }, ...rest }: LinkProps) => (
  <RecordLink to={entityOf(itemType)} id={itemId} {...rest} />
)

export const ItemCell = ({ type, children }: { type: ItemType; children: ReactNode }) => (
  <div className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:text-muted">
    <ItemTypeIcon type={type} />
    <div className="min-w-0 wrap-anywhere">{children}</div>
  </div>
)

type QuantityProps = { of: ExactQuantity; unit: string; isBreakable?: boolean }

export const Quantity = ({ of, unit, isBreakable = false }: QuantityProps) => (
  <>
    <span className="font-semibold">{isBreakable ? breakable(number(of)) : number(of)}</span>{' '}
    <span className="text-muted">{unit}</span>
  </>
)
