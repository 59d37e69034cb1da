import { z } from 'zod'
import { line } from '#contracts/field-schemas.ts'
import { hasInvisible } from '#contracts/text.ts'

/** Other scripts have letters that look Latin: Cyrillic аdmin is not admin. */
const lettersOfUsernames = /^[\p{Script=Latin}0-9 ._@+'-]*$/u

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
