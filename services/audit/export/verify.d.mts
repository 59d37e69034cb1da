/** What is whole, as a sentence. @throws with the first that is not as it was. */
export const check: (read: (name: string) => Buffer) => string
