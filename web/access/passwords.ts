import { z } from 'zod'
import { text, type Fields } from '#contracts/fields.ts'

/** Checks the length only; the server refuses passwords that are easy to guess. */
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

const lengthHint = (minimumLength: number): string =>
  `Minst ${minimumLength} tegn. Flere ord som ikke hører sammen, er lette å huske og vanskelige å gjette.`

export const passwordMismatch = { message: 'Passordene er ikke like', path: ['repeated'] }

export const newPasswordFields = (key: string, label: string, minimumLength: number): Fields => {
  const field = { required: true, secret: 'new-password' } as const
  return {
    [key]: text(label, { ...field, hint: lengthHint(minimumLength) }),
    repeated: text(`Gjenta ${label.toLowerCase()}`, field),
  }
}
