// Menus need computed styles, but jsdom throws on CSS functions it does not know.
const safely = <T>(read: () => T, otherwise: T): T => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const compute = window.getComputedStyle.bind(window)
const forgiving: typeof compute = (element, pseudo) => {
  const style = safely(() => compute(element, pseudo), (element as HTMLElement).style)
  return new Proxy(style, {
    get: (target, key) => {
      const value: unknown = safely(() => Reflect.get(target, key) as unknown, '')
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value
    },
  })
}
window.getComputedStyle = forgiving
globalThis.getComputedStyle = forgiving
