import { linkKinds, partKinds } from '#contracts/assembly/link-kinds.ts'
import { useCount } from '../lib/use-rows.ts'

export type Count = ReturnType<typeof useCount>

const sum = (counts: readonly Count[]): Count =>
  counts.includes(undefined)
    ? undefined
    : counts.includes(null)
      ? null
      : counts.reduce<number>((total, value) => total + value!, 0)

export const usePartCount = (): Count =>
  // oxlint-disable-next-line react/rules-of-hooks -- the kinds are always the same
  sum(partKinds.map((kind) => useCount(linkKinds[kind].entity)))
