import { FileDamaged } from './damage.ts'
import { storedFile, type StoredFile } from './store.ts'

/** What was written down of a file when it came. */
export const factsIn = (name: string, text: string): StoredFile => {
  try {
    const file = storedFile.parse(JSON.parse(text))
    if (file.name === name) return file
  } catch (error) {
    throw new FileDamaged(name, 'facts', error)
  }
  throw new FileDamaged(name, 'facts')
}
