const whole = new Intl.NumberFormat('nb-NO')

export const count = (value: number): string => whole.format(value)

/** For example '1 linje' or '1 200 linjer'. */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`
