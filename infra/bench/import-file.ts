const boundary = '----import-bench'
export const formType = `multipart/form-data; boundary=${boundary}`

/** A price list as a wholesaler sends it: eight columns, a few suppliers. */
export const priceList = (from: number, count: number, price = '12,50'): string =>
  [
    'Beskrivelse;Leverandor art.nr;ITO art.nr;Type;Enhet;Kostpris;Prisfaktor;Leverandor',
    ...Array.from({ length: count }, (_, i) => {
      const n = from + i
      return `Sylinderskrue M8 × ${n}, elforsinket;DIN912-${n};K-${n};Feste;stk;${price};1,4;Leverandør ${n % 20}`
    }),
  ].join('\r\n')

export const form = (content: string, fields: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    [
      ...Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="pris.csv"\r\nContent-Type: text/csv\r\n\r\n`,
      content,
      `\r\n--${boundary}--\r\n`,
    ].join(''),
  )
