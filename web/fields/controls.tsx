import type { Kind } from '#contracts/fields.ts'
import { ChoiceControl } from './choice-control.tsx'
import { BracketControl } from './bracket-control.tsx'
import type { Control, SpecialControl } from './control.ts'
import { FileControl } from './file-control.tsx'
import { FilesControl } from './files-control.tsx'
import { FlagControl } from './flag-control.tsx'
import { ListControl } from './list-control.tsx'
import { MultilineControl } from './multiline-control.tsx'
import { NumberControl } from './number-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import { SuggestionControl } from './suggestion-control.tsx'
import { TextControl } from './text-control.tsx'

/** How each kind of field is edited. */
export const controls: Record<Kind, Control> = {
  text: TextControl,
  multiline: MultilineControl,
  email: TextControl,
  url: TextControl,
  phone: TextControl,
  number: NumberControl,
  measure: TextControl,
  flag: FlagControl,
  choice: ChoiceControl,
  suggestion: SuggestionControl,
  list: ListControl,
  reference: ReferenceControl,
  file: FileControl,
  files: FilesControl,
}

export const specialControls: Record<SpecialControl, Control> = { bracket: BracketControl }
