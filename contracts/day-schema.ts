import { z } from 'zod'

export const wrongDay = 'Må være en dato, som 2027-01-01'
const earliest = '1900-01-01'

/** An earlier day is a typing error. */
export const day = z.iso
  .date({ error: wrongDay, abort: true })
  .refine((text) => text >= earliest, wrongDay)
  .meta({ examples: ['2027-01-01'] })
