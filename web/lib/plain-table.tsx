import type { ComponentProps, Key, ReactNode } from 'react'

export type PlainColumn<Row> = {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Right-aligned figures. */
  readonly numeric?: boolean | undefined
  /** Classes for the heading and the cells. */
  readonly look?: string | undefined
  /** What is other on paper. */
  readonly print?: { readonly cell?: (row: Row) => ReactNode; readonly look?: 'code' | 'text' }
}

type CellProps = Pick<PlainColumn<never>, 'numeric' | 'look'> & {
  isHeading?: boolean
  children?: ReactNode
}

export const PlainCell = ({ isHeading = false, numeric, look = '', children }: CellProps) => {
  const classes = `py-2 pl-3 tabular-nums first:pl-0 ${numeric ? 'text-right' : 'text-left'} ${look}`
  return isHeading ? (
    <th scope="row" className={`font-normal ${classes}`}>
      {children}
    </th>
  ) : (
    <td className={classes}>{children}</td>
  )
}

type Props<Row> = {
  caption?: string
  /** The first column is the row header. */
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  rowProps?: (index: number) => ComponentProps<'tr'>
  foot?: ReactNode
  className?: string
}

/** A table without sorting and selection. */
export const PlainTable = <Row,>(props: Props<Row>) => {
  const { caption, columns, rows, keyOf, rowProps, foot, className = '' } = props
  return (
    <table className={`w-full ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className="border-b border-line text-sm text-muted">
        <tr>
          {columns.map(({ head, numeric, look = '' }) => (
            <th
              key={head}
              scope="col"
              className={`py-1.5 pl-3 font-medium first:pl-0 ${numeric ? 'text-right' : 'text-left'} ${look}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={keyOf(row)}
            className="border-b border-line align-top aria-[current]:bg-accent-soft"
            {...rowProps?.(index)}
          >
            {columns.map(({ head, cell, numeric, look }, at) => (
              <PlainCell key={head} isHeading={at === 0} numeric={numeric} look={look}>
                {cell(row)}
              </PlainCell>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot className="font-semibold">{foot}</tfoot>}
    </table>
  )
}
