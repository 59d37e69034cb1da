// jsdom cannot compute lengths in functions it does not know, which the placing of menus asks for.
const safely = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const { getComputedStyle } = window
const forgiving: typeof getComputedStyle = (element, pseudo) => {
  const style = safely(() => getComputedStyle(element, pseudo), (element as HTMLElement).style)
  return new Proxy(style, {
    get: (target, key) => {
      const value: unknown = safely(() => Reflect.get(target, key) as unknown, '')
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
}
window.getComputedStyle = forgiving
globalThis.getComputedStyle = forgiving
