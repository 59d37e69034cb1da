import type { PartKind } from '#contracts/assembly/link-kinds.ts'
import { useCount } from '../lib/use-rows.ts'

export type Count = ReturnType<typeof useCount>

const sum = (counts: readonly Count[]): Count =>
  counts.includes(undefined)
    ? undefined
    : counts.includes(null)
      ? null
      : counts.reduce<number>((total, value) => total + value!, 0)

export const usePartCount = (): Count => {
  const counts: Record<PartKind, Count> = {
    component: useCount('componenttypes'),
    motor: useCount('motortypes'),
    sensor: useCount('sensortypes'),
  }
  return sum(Object.values(counts))
}
