/** Nothing in it is hidden, or composed of parts: what most texts are. */
const ordinary = /^[\t\n\r\x20-\x7e\xa0-\xac\xae-\u02ff]*$/
/** Zero-width signs, soft hyphens, marks of direction, variants: seen by nobody, they tell texts apart. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

const visible = (text: string): string =>
  ordinary.test(text) ? text : text.replace(invisible, '').normalize('NFC')

/** Other than at the ends, where some count as space. */
export const hasInvisible = (text: string): boolean =>
  !ordinary.test(text) && text.trim().search(invisible) >= 0

const unusualSpace = /[^\S ]|\x85| {2}/
/** A text of one line as it is kept: every space is one space. */
export const oneLine = (text: string): string => {
  const seen = visible(text)
  return (unusualSpace.test(seen) ? seen.replace(/[\s\x85]+/g, ' ') : seen).trim()
}

/** A text that may have several lines as it is kept: lines and spaces stay as they were laid out. */
export const manyLines = (text: string): string =>
  visible(text)
    .replace(/\r\n?|[\x85\u2028\u2029]/g, '\n')
    .replace(/[^\S\n\t]/g, ' ')
    .trim()

/** As people mean a key or a name: neither case nor how it was typed tells two apart. */
export const normalKey = (text: string): string => oneLine(text).toLowerCase()

const control = /(?![\t\n\r])\p{Cc}/u
export const wrongCharacter = 'Teksten inneholder et ugyldig tegn'
/** No bell, escape or NUL, which nobody means and no screen shows. */
export const isPrintable = (text: string): boolean => !control.test(text)
