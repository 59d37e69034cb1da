/** Local storage may be full or disabled; the app must work without it. */
const withoutThrowing = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch (error) {
    console.warn('Nettleseren lagret eller leste ikke', error)
    return undefined
  }
}

export const readText = (key: string): string | null =>
  withoutThrowing(() => localStorage.getItem(key)) ?? null
export const writeText = (key: string, text: string): void =>
  withoutThrowing(() => localStorage.setItem(key, text))
export const removeStored = (key: string): void =>
  withoutThrowing(() => localStorage.removeItem(key))
export const storedKeys = (): readonly string[] =>
  withoutThrowing(() => Object.keys(localStorage)) ?? []

export const readStored = <T>(key: string): T | undefined => {
  try {
    return JSON.parse(readText(key) ?? '') as T
  } catch {
    return undefined
  }
}
export const writeStored = (key: string, value: unknown): void =>
  writeText(key, JSON.stringify(value))
