import { readStored, writeStored } from './stored.ts'

const prefix = 'stykkliste.utkast.'

/** What somebody typed into a form and has neither saved nor discarded, by the paths of its fields. */
export type Draft = { readonly at: string; readonly values: Readonly<Record<string, unknown>> }

export const readDraft = (key: string) => readStored<Draft>(prefix + key)
export const forgetDraft = (key: string): void => localStorage.removeItem(prefix + key)

export const keepDraft = (key: string, values: Draft['values']): void =>
  writeStored(prefix + key, { at: new Date().toISOString(), values } satisfies Draft)

/** Of all forms: whoever signs out leaves nothing behind. */
export const forgetDrafts = (): void => {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  for (const key of kept) localStorage.removeItem(key)
}
