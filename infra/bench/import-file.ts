const boundary = '----import-bench'
export const formType = `multipart/form-data; boundary=${boundary}`

const headings =
  'Beskrivelse;Leverandor art.nr;ITO art.nr;Type;Enhet;Kostpris;Prisfaktor;Leverandor'
const row = (n: number, price: string) =>
  `Sylinderskrue M8 × ${n}, elforsinket;DIN912-${n};K-${n};Feste;stk;${price};1,4;Leverandør ${n % 20}`

const piece = 10_000

/** A price list as a wholesaler sends it: eight columns, a few suppliers. A million rows are 99 MB. */
function* priceList(from: number, count: number, price: string): Generator<string> {
  yield headings
  for (let at = from; at < from + count; at += piece) {
    const many = Math.min(piece, from + count - at)
    yield Array.from({ length: many }, (_, i) => `\r\n${row(at + i, price)}`).join('')
  }
}

/** The upload of such a list, made as it is sent. */
export function* upload(
  from: number,
  count: number,
  fields: Readonly<Record<string, string>> = {},
  price = '12,50',
): Generator<string> {
  for (const [name, value] of Object.entries(fields))
    yield `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="pris.csv"\r\nContent-Type: text/csv\r\n\r\n`
  yield* priceList(from, count, price)
  yield `\r\n--${boundary}--\r\n`
}
