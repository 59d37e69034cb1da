import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { Role } from '#contracts/access.ts'

export const minimumLength = (role: Role): number => (role === 'administrator' ? 15 : 12)
const maximumLength = 128

/** Common words in Norwegian passwords. */
const norwegianWords = `
  stykkliste stykklista komponent sensor motor verksted lager bedrift firma kontor passord passordet
  hemmelig velkommen administrator bruker logginn endremeg gjest sjef kunde tilbud ordre faktura
  jegelskerdeg fotball rosenborg brann viking molde norge norway oslo bergen trondheim stavanger
  tromso tromsø drammen fredrikstad sarpsborg sandnes kristiansand bodo bodø alesund ålesund tonsberg
  tønsberg larvik halden moss hamar gjovik gjøvik lillehammer narvik harstad alta kristiansund
  haugesund skien porsgrunn arendal kongsberg horten elverum steinkjer
  var vår sommer host høst vinter januar februar mars april mai juni juli august september oktober
  november desember mandag tirsdag onsdag torsdag fredag lordag lørdag sondag søndag hei hallo
  correcthorsebatterystaple`
  .trim()
  .split(/\s+/)

/** Created on first use: the dictionaries cost time and 25 MB. */
let zxcvbn: ZxcvbnFactory | undefined
const guessesNeeded = (password: string, names: string[]): number => {
  zxcvbn ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, norwegian: norwegianWords },
    graphs: adjacencyGraphs,
  })
  return zxcvbn.check(password, names).guesses
}

/** zxcvbn's time grows faster than the length, so only this many characters are checked. */
const judgedLength = 64
const leastGuesses = 1e10
const separators = /[\s._-]+/g

type Person = { readonly username: string; readonly name: string; readonly role: Role }

/** The error message; null if the password is good enough. */
export const passwordProblem = (
  password: string,
  { username, name, role }: Person,
): string | null => {
  const { length } = Array.from(password)
  if (length < minimumLength(role)) return `Passordet må ha minst ${minimumLength(role)} tegn`
  if (length > maximumLength) return `Passordet kan ikke være lengre enn ${maximumLength} tegn`
  const names = [username, ...username.split(/[@.\-_]/), ...name.split(/\s+/)]
  // Separators do not make a phrase harder to guess.
  const joined = password.replaceAll(separators, '').slice(0, judgedLength)
  if (guessesNeeded(joined, names) < leastGuesses)
    return 'Passordet er for lett å gjette. Bruk gjerne flere ord som ikke hører sammen'
  return null
}
