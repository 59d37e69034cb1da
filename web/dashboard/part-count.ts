import { useCount } from '../lib/use-rows.ts'

export type Count = ReturnType<typeof useCount>

const sum = (counts: readonly Count[]): Count =>
  counts.includes(undefined)
    ? undefined
    : counts.includes(null)
      ? null
      : counts.reduce<number>((total, value) => total + value!, 0)

/** Components, motors and sensors together. */
export const usePartCount = (): Count =>
  sum([useCount('motortypes'), useCount('sensortypes'), useCount('componenttypes')])
