import { z } from 'zod'
import { line } from '#contracts/field-schemas.ts'
import { hasInvisible } from '#contracts/text.ts'

/** Of other scripts some letters look like Latin ones: аdmin is not admin. */
const lettersOfUsernames = /^[\p{Script=Latin}0-9 ._@+'-]*$/u

/** What a person is called; hidden characters are no name. */
export const personName = line(200).min(1)

export const newUsername = z
  .string()
  .refine((text) => !hasInvisible(text), 'Brukernavnet inneholder usynlige tegn')
  .transform((text) => text.normalize('NFKC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(200)
      .regex(
        lettersOfUsernames,
        "Brukernavnet kan bare ha bokstavene a–å, tall, mellomrom og tegnene . _ - + @ '",
      ),
  )
