import { useEffect } from 'react'

/** What may name the window, topmost first. */
const layers = ['login', 'record', 'page'] as const
type Layer = (typeof layers)[number]

const shown = new Map<Layer, string>()

const write = (): void => {
  const top = layers.find((layer) => shown.has(layer))
  if (top) document.title = `${shown.get(top)} · Stykkliste`
}

export const useWindowTitle = (layer: Layer, title: string | null): void =>
  useEffect(() => {
    if (title === null) return undefined
    shown.set(layer, title)
    write()
    return () => {
      if (shown.get(layer) === title) shown.delete(layer)
      write()
    }
  }, [layer, title])
