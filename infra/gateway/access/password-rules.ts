import type { Role } from '#contracts/access.ts'

export const minimumLength = (role: Role): number => (role === 'administrator' ? 15 : 12)
const maximumLength = 128

/** Words that passwords are commonly made of here; what is left without them must still be long enough. */
const common = `
  password passord passordet passw hemmelig secret welcome velkommen letmein login logginn admin
  administrator bruker user test tester testing guest gjest root master changeme endremeg default
  standard qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm azerty abc abcd abcdef abcdefgh
  iloveyou jegelskerdeg monkey dragon sunshine princess football fotball liverpool chelsea arsenal
  manchester rosenborg brann norge norway oslo bergen trondheim stavanger tromso sommer summer
  vinter winter host var spring autumn januar februar mars april mai juni juli august september
  oktober november desember mandag tirsdag onsdag torsdag fredag lordag sondag hei hallo hello
  superman batman pokemon starwars trustno shadow michael jordan computer internet google facebook
  microsoft windows office firma company bedrift kontor stykkliste stykklista lager verksted motor
  sensor komponent correcthorsebatterystaple correct horse battery staple drammen fredrikstad sarpsborg
  sandnes kristiansand bodo alesund tonsberg larvik halden moss hamar gjovik lillehammer molde narvik
  harstad alta kristiansund haugesund skien porsgrunn arendal kongsberg horten elverum steinkjer`
  .trim()
  .split(/\s+/)

const years = /(?:19|20)\d\d/g
/** Two rows of the keyboard in turn, as "1q2w3e4r". */
const zigzags = ['1q2w3e4r5t6y7u8i9o0p', '1qaz2wsx3edc4rfv5tgb6yhn7ujm', 'q1w2e3r4t5y6u7i8o9p0']

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  ø: 'o',
  æ: 'a',
  å: 'a',
}

const plain = (text: string): string =>
  Array.from(text.toLowerCase(), (letter) => lookalikes[letter] ?? letter).join('')

const isRun = (a: string, b: string): boolean =>
  a === b || Math.abs(a.codePointAt(0)! - b.codePointAt(0)!) === 1

/** Each letter that repeats or continues the one before it tells nothing new: "aaaa", "1234". */
const withoutRuns = (text: string): string =>
  Array.from(text)
    .filter((letter, index, all) => index === 0 || !isRun(all[index - 1]!, letter))
    .join('')

/** The letters of `text` outside every word; `disguised` is the same text with look-alikes undone. */
const outsideWords = (text: string, disguised: string, words: readonly string[]): string => {
  const letters = Array.from(text)
  const known = new Set<number>()
  for (const reading of [text, disguised])
    for (const word of words)
      for (let at = reading.indexOf(word); at >= 0; at = reading.indexOf(word, at + 1))
        for (let index = at; index < at + word.length; index++) known.add(index)
  return letters.filter((_, index) => !known.has(index)).join('')
}

const pieces = (text: string, length: number): readonly string[] =>
  Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length))

/** How many letters are left that are not a known word, a run or a name. */
const surprise = (password: string, names: readonly string[]): number => {
  const text = password.toLowerCase()
  const walked = zigzags.flatMap((walk) => pieces(walk, 4).filter((piece) => text.includes(piece)))
  const words = [...names.map(plain), ...common, ...walked, ...(text.match(years) ?? [])].filter(
    (word) => word.length >= 3,
  )
  const rest = outsideWords(text, plain(text), words)
  return withoutRuns(rest.replaceAll(/\s+/g, '')).length
}

const leastSurprise = 6

type Person = { readonly username: string; readonly name: string; readonly role: Role }

/** What is wrong with a password, for its field; null if nothing is. */
export const passwordProblem = (
  password: string,
  { username, name, role }: Person,
): string | null => {
  const { length } = Array.from(password)
  if (length < minimumLength(role)) return `Passordet må ha minst ${minimumLength(role)} tegn`
  if (length > maximumLength) return `Passordet kan ikke være lengre enn ${maximumLength} tegn`
  const names = [username, ...username.split(/[@.\-_]/), ...name.split(/\s+/)]
  if (surprise(password, names) < leastSurprise)
    return 'Passordet er for lett å gjette. Bruk gjerne flere ord som ikke hører sammen'
  return null
}
