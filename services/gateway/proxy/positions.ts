/** Clients can put anything into a cookie. */
export const isPosition = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,20}$/.test(text)

// The highest position in any answer. A cookie beyond it comes from another instance on this host (cookies ignore
// ports) or from deleted data, and is replaced.
export const createPositions = () => {
  let furthest = '0'
  return {
    reached: (position: string): void => {
      if (isPosition(position) && BigInt(position) > BigInt(furthest)) furthest = position
    },
    /** Never moves the cookie back, because answers can arrive out of order. */
    cookieAfter: (cookie: string | undefined, reached: string): string =>
      isPosition(cookie) && BigInt(cookie) > BigInt(reached) && BigInt(cookie) <= BigInt(furthest)
        ? cookie
        : reached,
  }
}

export type Positions = ReturnType<typeof createPositions>
