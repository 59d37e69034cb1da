import { atom, createStore, useAtom } from 'jotai'

export type Theme = 'system' | 'light' | 'dark'
const key = 'stykkliste.tema'

const stored = (): Theme => {
  const theme = localStorage.getItem(key)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const apply = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

const store = createStore()
const themeAtom = atom<Theme>('system')

/** Before the first paint, as far as a page without inline scripts can. */
export const startTheme = (): void => {
  store.set(themeAtom, stored())
  apply(stored())
}

export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useAtom(themeAtom, { store })
  return [
    theme,
    (next) => {
      localStorage.setItem(key, next)
      apply(next)
      setTheme(next)
    },
  ]
}
