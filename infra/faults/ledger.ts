/** A record of a writer's own: what the last command that was acknowledged left. */
export type Kept = { readonly path: string; readonly notes: string; readonly commands: number }

/** What was acknowledged by the system, to be held against what it has in the end. */
export class Ledger {
  readonly records = new Map<string, Kept>()
  readonly links = new Map<number, Set<number>>()
  imported = 0
  /** Reads that did not show the reader's own write, and did not say so. */
  stale = 0
  /** Those that said so. */
  marked = 0

  done(path: string, notes: string): void {
    const commands = (this.records.get(path)?.commands ?? 0) + 1
    this.records.set(path, { path, notes, commands })
  }

  linked(parent: number, child: number): void {
    const children = this.links.get(parent) ?? new Set()
    this.links.set(parent, children.add(child))
  }

  count(entity: string): number {
    return [...this.records.keys()].filter((path) => path.startsWith(`/api/${entity}/`)).length
  }

  assemblies(): readonly number[] {
    return [...this.records.keys()].flatMap((path) =>
      path.startsWith('/api/assemblytypes/') ? [Number(path.split('/').at(-1))] : [],
    )
  }
}
