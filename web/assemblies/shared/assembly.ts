import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import type { LinkKind } from '#contracts/assembly/links.ts'

/** The dialogs that a card opens. */
export type DialogKind = 'edit' | 'manage' | 'bom' | 'clone' | 'image' | 'compare' | 'where-used'
export type OpenDialog = (kind: DialogKind, assembly: Assembly) => void

/** An assembly as GET /api/assemblytypes answers it. */
export type Assembly = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: string | null
  readonly drawingNumber: string | null
  readonly notes: string | null
  readonly image: string | null
  readonly dataSheet: string | null
  readonly mechanicalDrawing: string | null
  readonly otherFiles: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
} & AssemblyParts

/** A catalogue record as pickers read it: a component, motor, sensor or assembly. */
export type PickedRecord = {
  readonly id: number
  readonly name?: string | null
  readonly description?: string | null
  readonly type?: string | null
  readonly supplierArticlenumber?: string | null
  readonly itoArticlenumber?: string | null
  readonly drawingNumber?: string | null
  readonly supplierName?: string | null
  readonly manufacturerName?: string | null
  readonly communicationtype?: string | null
  readonly outputtype?: string | null
  readonly unit?: string | null
  readonly pricing?: { readonly unit: string } | null
}

/** One link of an assembly, whatever its kind: see `linkOf`. */
export type Link = {
  readonly kind: LinkKind
  readonly itemId: number
  readonly quantity: number
  readonly notes: string | null
  readonly sortOrder: number
  readonly record: PickedRecord
}
