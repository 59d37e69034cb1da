export type Noun = { readonly one: string; readonly the: string; readonly many: string }

const common = { a: 'en', new: 'ny', this: 'denne', it: 'den', no: 'ingen' }
const neuter = { a: 'et', new: 'nytt', this: 'dette', it: 'det', no: 'intet' }

/** Words that take the noun's gender. Only the definite form of a neuter ends with t: `materialet`. */
export const agreeingWith = ({ the }: Noun): typeof common => (the.endsWith('t') ? neuter : common)

/** `ny komponent`, `nytt materiale` */
export const newOne = (noun: Noun): string => `${agreeingWith(noun).new} ${noun.one}`

/** `ingen komponent`, `intet materiale` */
export const noSuch = (noun: Noun): string => `${agreeingWith(noun).no} ${noun.one}`
