const isFurther = (a: string, b: string): boolean =>
  a.length > b.length || (a.length === b.length && a > b)

/** A cookie holds whatever a client puts there. */
export const isPosition = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,20}$/.test(text)

/**
 * How far the log reached in any answer. A position cookie from beyond it may come from elsewhere, as another
 * copy on this machine (cookies know no ports) or data that is gone: it does not stand against an answer of ours.
 */
export const createPositions = () => {
  let furthest = '0'
  return {
    reached: (position: string): void => {
      if (isPosition(position) && isFurther(position, furthest)) furthest = position
    },
    /** The cookie after an answer: answers that overtake each other do not turn it back. */
    cookieAfter: (cookie: string | undefined, reached: string): string =>
      isPosition(cookie) && isFurther(cookie, reached) && !isFurther(cookie, furthest)
        ? cookie
        : reached,
  }
}

export type Positions = ReturnType<typeof createPositions>
