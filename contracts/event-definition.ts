/** What an event can change, by the stream it is in. `none`: nothing but the version of its record. */
type Effects = {
  record: 'created' | 'revised' | 'priced' | 'removed' | 'offerSet' | 'offerRemoved' | 'none'
  assembly:
    | 'linked'
    | 'unlinked'
    | 'attributeSet'
    | 'attributeRemoved'
    | 'cloned'
    | 'filled'
    | 'none'
  /** One stream, so that two concurrent writers cannot create a cycle. */
  structure: 'linked' | 'unlinked' | 'dissolved' | 'rejoined'
}

export type StreamKind = keyof Effects
export type EffectIn<Stream extends StreamKind> = Effects[Stream]
export type Effect = EffectIn<StreamKind>

type InStream = {
  [Stream in StreamKind]: { readonly stream: Stream; readonly effect: Effects[Stream] }
}[StreamKind]

/** `isFirst`: not one that comes back. */
type Making = { readonly effect: 'created'; readonly isFirst: boolean }

type Fixed = 'created' | 'removed' | 'dissolved' | 'rejoined' | 'none'

/** `sentence` follows the record's name in the journal. Of other effects it tells what was changed. */
type Wording =
  | { readonly effect: Fixed; readonly sentence: string }
  | { readonly effect: Exclude<Effect, Fixed> }

export type EventDefinition = InStream &
  Wording &
  (Making | { readonly effect: Exclude<Effect, 'created'> }) & {
    /** Only its type is used. */
    readonly data: unknown
    /** In the journal's filter. */
    readonly label: string
  }

export const typed = <Data>(): Data => undefined as never

/** The events of a table of definitions that are in these streams. */
export type EventsIn<Definitions, Stream extends StreamKind> = {
  [Type in keyof Definitions & string]: Definitions[Type] extends {
    stream: Stream
    data: infer Data
  }
    ? { readonly type: Type; readonly data: Data }
    : never
}[keyof Definitions & string]
