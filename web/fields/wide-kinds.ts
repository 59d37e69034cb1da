import type { Kind } from '#contracts/fields.ts'

/** Kinds that want the whole width of a form or a detail dialog. */
export const wideKinds: readonly Kind[] = ['multiline', 'list', 'files']
