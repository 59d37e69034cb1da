import { norwegian } from '../../lib/text.ts'

/** Norwegian, numeric-aware, case-insensitive. What is missing comes last. */
export const compareTexts = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? norwegian.compare(a, b) : Number(!a) - Number(!b)
