/** Choices kept in this browser: column widths by list. A full or forbidden storage is no reason to fail. */
const key = (list: string) => `stykkliste.liste.${list}`

export type Widths = Readonly<Record<string, number>>
type Stored = {
  readonly widths: Widths
  readonly hidden?: readonly string[]
  readonly view?: 'list' | 'grid'
}

const nothing: Stored = { widths: {} }

export const readStored = (list: string): Stored => {
  try {
    const stored = JSON.parse(localStorage.getItem(key(list)) ?? 'null') as Partial<Stored> | null
    return { ...nothing, ...stored }
  } catch {
    return nothing
  }
}

export const writeStored = (list: string, changes: Partial<Stored>): void => {
  try {
    localStorage.setItem(key(list), JSON.stringify({ ...readStored(list), ...changes }))
  } catch (error) {
    console.warn('Valgene for listen ble ikke lagret', error)
  }
}
