/** Returns a sentence. @throws at the first difference */
export const check: (read: (name: string) => Buffer) => string
