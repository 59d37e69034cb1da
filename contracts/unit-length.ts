/** Apart from the rules of prices: screens know it without the library that checks them. */
export const longestUnit = 10
export const unitTooLong = `Enhet kan ikke være lengre enn ${longestUnit} tegn`
