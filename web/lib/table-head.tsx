export type Head = { readonly text: string; readonly look: string }

/** The row of headings of a plain table. */
export const TableHead = ({ heads }: { heads: readonly Head[] }) => (
  <thead className="border-b border-line text-sm text-muted">
    <tr>
      {heads.map(({ text, look }, at) => (
        <th key={text} scope="col" className={`py-1.5 font-medium ${at > 0 ? 'pl-3' : ''} ${look}`}>
          {text}
        </th>
      ))}
    </tr>
  </thead>
)
