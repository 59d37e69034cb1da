import { optionsSchema, type ImportOptions } from '#contracts/csv/options.ts'
import { priceFileSchema } from '#contracts/csv/nelfo/options.ts'
import { choicesSchema, type Choices } from '#contracts/csv/understood.ts'
import type { Entity } from '#contracts/entity.ts'
import { parse } from '#contracts/norwegian.ts'
import { invalid, type Refusal } from '#contracts/refusals.ts'

export type ImportRequest = {
  readonly options: ImportOptions
  readonly choices: Choices
  readonly dryRun: boolean
}

const yes = new Set(['true', '1', 'on', 'ja'])

/** The fields beside the file. Those left empty are not said; those we do not know are not looked at. */
export const importRequest = (
  entity: Entity,
  fields: Readonly<Record<string, string>>,
): ImportRequest | Refusal => {
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const identifiers = entity.csv?.identifiers ?? []
  const uniqueIdentifier = said['uniqueIdentifier'] ?? identifiers[0] ?? entity.title
  if (!identifiers.includes(uniqueIdentifier))
    return invalid([
      { path: 'uniqueIdentifier', message: `Verdien må være en av: ${identifiers.join(', ')}` },
    ])
  const options = parse(optionsSchema, said)
  const choices = parse(choicesSchema, said)
  if (!options.ok) return invalid(options.errors)
  if (!choices.ok) return invalid(choices.errors)
  const priceFile = parse(priceFileSchema, entity.csv?.priceFiles ? said : {})
  if (!priceFile.ok) return invalid(priceFile.errors)
  return {
    options: { ...options.value, uniqueIdentifier, priceFile: priceFile.value },
    choices: choices.value,
    dryRun: yes.has(said['dryRun']?.toLowerCase() ?? ''),
  }
}
