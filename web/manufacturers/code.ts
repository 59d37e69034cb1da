/** The first three letters of the name, in capitals; the whole name if it has no more. */
export const manufacturerCode = (name: string): string =>
  name.length <= 3 ? name : name.slice(0, 3).toLocaleUpperCase('nb')
