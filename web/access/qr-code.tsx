/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn here, so no file for an img */
import { qrMatrix } from './qr-matrix.ts'

const quiet = 4

/** Always dark on light, whatever the theme: cameras want it so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const matrix = qrMatrix(text)
  const size = matrix.length + 2 * quiet
  const path = matrix
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : [])),
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
