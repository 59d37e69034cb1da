const collator = new Intl.Collator('nb', { numeric: true, sensitivity: 'base' })

/** Norwegian, numeric-aware, case-insensitive. What is missing comes last. */
export const compareTexts = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? collator.compare(a, b) : Number(!a) - Number(!b)
