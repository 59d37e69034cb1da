import { readText, writeText } from '../lib/stored.ts'

export type Theme = 'system' | 'light' | 'dark'
const key = 'stykkliste.tema'

export const storedTheme = (): Theme => {
  const theme = readText(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const apply = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Runs before the first paint, to avoid a flash of the other theme. */
export const startTheme = (): void => apply(storedTheme())

export const chooseTheme = (theme: Theme): void => {
  writeText(key, theme)
  apply(theme)
}
