import { z } from 'zod'

/** Length is checked while typing; whether a password is easy to guess, the server says. */
export const newPassword = (minimumLength: number) =>
  z
    .string()
    .min(1)
    .refine(
      (password) => Array.from(password).length >= minimumLength,
      `Passordet må ha minst ${minimumLength} tegn`,
    )
    .refine(
      (password) => Array.from(password).length <= 128,
      'Passordet kan ikke være lengre enn 128 tegn',
    )

export const lengthHint = (minimumLength: number): string =>
  `Minst ${minimumLength} tegn. Flere ord som ikke hører sammen er lett å huske og vanskelig å gjette.`

export const different = 'Passordene er ikke like'
