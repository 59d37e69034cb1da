import type { AssemblyParts } from '#contracts/assembly/answers.ts'
import type { CostSum } from '#contracts/assembly/cost-answers.ts'
import type { LinkKind } from '#contracts/assembly/link-kinds.ts'
import type { Link as LinkValues } from '#contracts/assembly/links.ts'
import type { assembly } from '#contracts/catalogue/assembly.ts'
import type { component } from '#contracts/catalogue/component.ts'
import type { motor } from '#contracts/catalogue/motor.ts'
import type { sensor } from '#contracts/catalogue/sensor.ts'
import type { RecordOf } from '#contracts/entity.ts'

export type DialogKind =
  | 'edit'
  | 'manage'
  | 'bom'
  | 'clone'
  | 'image'
  | 'compare'
  | 'where-used'
  | 'history'
export type OpenDialog = (kind: DialogKind, assembly: Assembly) => void
export type CardProps = { assembly: Assembly; open: OpenDialog }

type Identified = { readonly id: number }
type AssemblyRecord = RecordOf<typeof assembly>

export type Assembly = Required<Omit<AssemblyRecord, 'pricing'>> &
  AssemblyParts &
  Identified & {
    readonly name: string
    readonly description: string
    readonly cost?: CostSum
  }

/** A component, motor, sensor or assembly that a picker can offer. */
export type PickedRecord = AssemblyRecord &
  RecordOf<typeof component> &
  RecordOf<typeof motor> &
  RecordOf<typeof sensor> &
  Identified

export type Link = LinkValues & {
  readonly kind: LinkKind
  readonly itemId: number
  readonly record: PickedRecord
}
