import 'global-jsdom/register'

// What the components need from a browser and jsdom lacks.
const size = (pixels: number) => ({ configurable: true, get: () => pixels })
Object.defineProperties(HTMLElement.prototype, {
  offsetHeight: size(800),
  offsetWidth: size(1200),
  clientWidth: size(1200),
  clientHeight: size(800),
})
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
class NoEvents extends window.EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 0
  close() {}
}
Object.assign(globalThis, {
  EventSource: NoEvents,
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  // jsdom accepts only its own classes, not Node's.
  Event: window.Event,
  CustomEvent: window.CustomEvent,
  IS_REACT_ACT_ENVIRONMENT: true,
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
})
Object.assign(window, { ResizeObserver: NoObserver })
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = function (to?: ScrollToOptions | number) {
  if (typeof to === 'object') this.scrollTop = to.top ?? this.scrollTop
}
Element.prototype.getAnimations = () => []
Element.prototype.hasPointerCapture = () => false

// jsdom's getComputedStyle is slow: it checks all default style rules each time. Tests load no other style sheets.
const computed = window.getComputedStyle
const plain = new Map<string, CSSStyleDeclaration>()
const plainStyle = (name: string): CSSStyleDeclaration => {
  const style = plain.get(name) ?? computed(document.createElement(name))
  plain.set(name, style)
  return style
}
globalThis.getComputedStyle = window.getComputedStyle = (element) =>
  element.hasAttribute('style') || element.hasAttribute('hidden')
    ? computed(element)
    : plainStyle(element.localName)
