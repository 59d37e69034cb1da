/** What this browser keeps. A full or forbidden storage is no reason to fail. */
export const readStored = <T>(key: string): T | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T
  } catch {
    return undefined
  }
}

export const writeStored = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.warn('Valget ble ikke lagret', error)
  }
}
