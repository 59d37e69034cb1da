const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' })

/** No zod here: the web app's first bundle imports this file. */
export const osloDay = (instant: string | Date = new Date()): string =>
  days.format(new Date(instant))
