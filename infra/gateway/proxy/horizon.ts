const isPosition = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,20}$/.test(text)

const isFurther = (a: string, b: string): boolean =>
  a.length > b.length || (a.length === b.length && a > b)

/** The further of two positions, so that answers that overtake each other do not turn it back. */
export const further = (a: string | undefined, b: string): string =>
  a !== undefined && isFurther(a, b) ? a : b

/**
 * How far the log reached in any answer. A position cookie from beyond it comes from elsewhere, as another
 * copy on this machine (cookies know no ports) or data that is gone: no query should wait for it.
 */
export const newHorizon = () => {
  let furthest = '0'
  return {
    reached: (position: string): void => {
      if (isPosition(position) && isFurther(position, furthest)) furthest = position
    },
    /** The position of a cookie, if it can be ours. */
    known: (position: string | undefined): string | undefined =>
      isPosition(position) && !isFurther(position, furthest) ? position : undefined,
  }
}
