/** Writes an element's height to a CSS variable, so that other elements can leave room for it. */
export const measured =
  (name: '--toast' | '--notice' | '--banner') => (region: HTMLElement | null) => {
    const tell = () => document.body.style.setProperty(name, `${region!.offsetHeight}px`)
    if (region) new ResizeObserver(tell).observe(region)
  }
