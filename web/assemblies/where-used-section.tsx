import { WhereUsed, type WhereUsedProps } from './where-used.tsx'

/** "Brukes i" at the end of a detail dialog. */
export const WhereUsedSection = (props: WhereUsedProps) => (
  <section className="py-4 first:pt-0 last:pb-0">
    <h3 className="mb-2 text-sm font-semibold text-muted">Brukes i</h3>
    <WhereUsed {...props} />
  </section>
)
