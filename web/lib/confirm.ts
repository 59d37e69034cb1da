import type { Entity } from '#contracts/entity.ts'

/** A browser confirmation. */
export const confirmed = (question: string): boolean => globalThis.confirm(question)

export const confirmedDelete = (
  entity: Entity,
  question = `Er du sikker på at du vil slette denne ${entity.noun.the}?`,
): boolean => confirmed(question)
