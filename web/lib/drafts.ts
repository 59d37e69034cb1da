import { readStored, removeStored, storedKeys, writeStored } from './stored.ts'

const prefix = 'stykkliste.utkast.'

/** What somebody typed into a dialog and has neither saved nor discarded; of a form, by the paths of its fields. */
type Draft<Values> = { readonly at: string; readonly values: Values }

export const readDraft = <Values extends object>(key: string) =>
  readStored<Draft<Values>>(prefix + key)
export const forgetDraft = (key: string): void => removeStored(prefix + key)

export const keepDraft = (key: string, values: object): void =>
  writeStored(prefix + key, { at: new Date().toISOString(), values })

/** Of all forms: whoever signs out leaves nothing behind. */
export const forgetDrafts = (): void =>
  storedKeys()
    .filter((key) => key.startsWith(prefix))
    .forEach(removeStored)
