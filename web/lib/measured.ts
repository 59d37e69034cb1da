/** Tells the page how high something is: others leave that room for it. */
export const measured =
  (name: '--toast' | '--notice' | '--banner') => (region: HTMLElement | null) => {
    const tell = () => document.body.style.setProperty(name, `${region!.offsetHeight}px`)
    if (region) new ResizeObserver(tell).observe(region)
  }
