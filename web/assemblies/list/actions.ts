import type { Assembly } from '../assembly.ts'

/** The dialogs that a card opens. */
export type DialogKind = 'edit' | 'manage' | 'bom' | 'clone' | 'image' | 'compare' | 'where-used'
export type OpenDialog = (kind: DialogKind, assembly: Assembly) => void
