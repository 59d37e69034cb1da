import type { BomDetail } from '#contracts/assembly/answers.ts'
import type { HierarchyItem, Use } from '#contracts/assembly/bom-answers.ts'
import type { BomItem, BomSummary } from '#contracts/assembly/bom.ts'
import {
  keyedBy,
  kindsOfLink,
  partKinds,
  pathOf,
  totalKey,
  uniqueKey,
} from '#contracts/assembly/link-kinds.ts'
import { assembly } from '#contracts/catalogue/assembly.ts'
import { emptyValues } from '#contracts/fields.ts'
import type { Assembly } from '../shared/assembly.ts'

const emptyFields = emptyValues(assembly) as unknown as Omit<Assembly, 'id' | 'cost'>

export const anAssembly = (id: number, over: Partial<Assembly> = {}): Assembly => ({
  ...emptyFields,
  id,
  name: `Sammenstilling ${id}`,
  description: `Beskrivelse ${id}`,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  attributes: [],
  bomSummary: keyedBy(kindsOfLink, totalKey, () => 0),
  bomDetails: { ...keyedBy(partKinds, pathOf, () => []), subassemblies: [] },
  ...over,
})

export const aSummary = (over: Partial<BomSummary> = {}): BomSummary => ({
  ...keyedBy(partKinds, totalKey, () => 0),
  ...keyedBy(partKinds, uniqueKey, () => 0),
  maxDepth: 1,
  hasCircularDependency: false,
  validationErrors: [],
  warnings: [],
  ...over,
})

type Detail = BomDetail & { name: string }

export const aDetail = (id: number, over: Partial<BomDetail> = {}): Detail => ({
  id,
  name: `Del ${id}`,
  description: `Del ${id}`,
  supplierArticlenumber: null,
  itoArticlenumber: null,
  quantity: 1,
  ...over,
})

export const anItem = (description: string, over: Partial<BomItem> = {}): BomItem => ({
  itemType: 'component',
  itemId: 1,
  description,
  type: null,
  supplierArticlenumber: null,
  itoArticlenumber: null,
  manufacturerName: null,
  supplierName: null,
  totalQuantity: 1,
  unit: 'stk',
  level: 1,
  notes: null,
  ...over,
})

export const aLine = (description: string, over: Partial<HierarchyItem> = {}): HierarchyItem =>
  ({
    ...anItem(description),
    quantity: 1,
    node: null,
    lines: 0,
    ...over,
  }) as HierarchyItem

export const aUse = (itemId: number, description: string, over: Partial<Use> = {}): Use => ({
  itemType: 'assembly',
  itemId,
  description,
  type: null,
  supplierArticlenumber: null,
  itoArticlenumber: null,
  totalQuantity: 1,
  directQuantity: 1,
  level: 1,
  maxLevel: 1,
  via: null,
  ...over,
})

export const aPick = (id: number, title: string, quantity: string | null) => ({
  key: `component-${id}`,
  kind: 'component',
  candidate: { record: { id, description: title }, title, badges: [] },
  quantity,
})
