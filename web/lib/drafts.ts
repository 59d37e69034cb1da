import { readStored, removeStored, storedKeys, writeStored } from './stored.ts'

const prefix = 'stykkliste.utkast.'

/** Values typed in a dialog that were neither saved nor discarded. A form's values are stored by field path. */
type Draft<Values> = { readonly at: string; readonly values: Values }

export const readDraft = <Values extends object>(key: string) =>
  readStored<Draft<Values>>(prefix + key)
export const forgetDraft = (key: string): void => removeStored(prefix + key)

export const keepDraft = (key: string, values: object): void =>
  writeStored(prefix + key, { at: new Date().toISOString(), values })

/** Called on logout, so that nothing is left for the next user. */
export const forgetDrafts = (): void =>
  storedKeys()
    .filter((key) => key.startsWith(prefix))
    .forEach(removeStored)
