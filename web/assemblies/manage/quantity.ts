import { quantityLimits } from '#contracts/assembly/links.ts'

/** What was typed in an 'Antall' field: a whole number from 1, or 1 where it is none. */
export const quantityOf = (typed: string): number => {
  const value = Number(typed.trim().replaceAll(/[\s\u00a0]/g, ''))
  return Number.isInteger(value) && value >= quantityLimits.min && value <= quantityLimits.max
    ? value
    : 1
}
