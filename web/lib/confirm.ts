import type { Entity } from '#contracts/entity.ts'

/** A browser confirmation. */
export const confirm = (question: string): boolean => globalThis.confirm(question)

export const confirmDelete = (
  entity: Entity,
  question = `Er du sikker på at du vil slette denne ${entity.noun.the}?`,
): boolean => confirm(question)
