const unusual = /[\p{Cc}\p{Cf}"<>:|?*]/gu

/** Without folder and forbidden characters; null if nothing is left. */
export const cleanFileName = (given: string, longest: number): string | null => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1)!
  const clean = last.replace(unusual, '').trim()
  if (clean === '' || /^\.+$/.test(clean)) return null
  if (clean.length <= longest) return clean
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, longest - extension.length).toWellFormed() + extension
}
