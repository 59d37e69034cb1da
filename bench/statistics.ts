export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5)

export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN
