/** What a company's name may end with, or not, and still be the same company. */
const endings = new Set(['as', 'asa', 'ans', 'da', 'ab', 'norge', 'norway'])

const bareName = (name: string): string => {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('a/s', 'as')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  while (words.length > 1 && endings.has(words.at(-1)!)) words.pop()
  return words.join(' ')
}

/** "Onninen" and "ONNINEN A/S" are the same wholesaler, as are "Ahlsell" and "Ahlsell Norge AS". */
export const isSameCompany = (a: string, b: string): boolean => {
  const name = bareName(a)
  return name !== '' && name === bareName(b)
}
