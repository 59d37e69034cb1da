// oxlint-disable-next-line no-control-regex
const wide = /[^\u0000-\u00ff]/

/**
 * The same text, in one piece of memory. What `slice` gives is a view of a longer text, and writing tens of
 * thousands of such views takes nearly twice as long.
 */
export const flatText = (text: string): string => {
  const encoding = wide.test(text) ? 'utf16le' : 'latin1'
  return Buffer.from(text, encoding).toString(encoding)
}
