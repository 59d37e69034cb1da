import type { Exported } from './package.ts'

export type ReportedChange = {
  readonly position: string
  readonly at: string
  readonly user: string
  /** Tells people of the same name apart; null if unknown. */
  readonly account: string | null
  readonly text: string
  readonly way: string
  readonly reason: string | null
}

export type Report = {
  readonly title: string
  readonly madeBy: string
  readonly madeAt: Date
  readonly changes: AsyncIterable<ReportedChange>
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign]!)

const clock = new Intl.DateTimeFormat('nb-NO', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Europe/Oslo',
})

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; table-layout: fixed; width: 100%; min-width: 64rem; }
  th, td { border-bottom: 1px solid #bbb; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
  th:nth-child(4) { width: 32%; }
  td { overflow-wrap: anywhere; white-space: pre-wrap; }
  div { overflow-x: auto; }
  pre { background: #eee; padding: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  @media print {
    body { font-size: 11px; }
    div { overflow: visible; }
    table { min-width: 0; }
    th, td { padding: 0.2rem; }
  }`

const headOf = (
  { title, madeBy, madeAt }: Report,
  { note, size, verifierKey, events }: Exported,
): string => `<!doctype html>
<html lang="nb">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>${style}
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>Laget ${clock.format(madeAt)} av ${escaped(madeBy)}. Eksporten har ${events} av de ${size} hendelsene i loggen.</p>
<h2>Slik kontrolleres den</h2>
<p>Kjør <code>node verify.mjs</code> i mappen med de utpakkede filene. Programmet sier at alt er helt, eller nevner den første
hendelsen som ikke er slik den var. Det er kort, og kan leses. Denne rapporten er skrevet av hendelsene i
<code>events.ndjson</code>, og er signert sammen med dem.</p>
<p>Sjekkpunktet som hendelsene er holdt opp mot:</p>
<pre>${escaped(note)}</pre>
<p>Nøkkelen det er signert med. Sammenlign den med den du har fått før:</p>
<pre>${escaped(verifierKey)}</pre>
<h2>Endringer</h2>
<div>
<table>
<thead><tr><th scope="col">Tid</th><th scope="col">Bruker</th><th scope="col">Konto</th><th scope="col">Endring</th><th scope="col">Måte</th><th scope="col">Begrunnelse</th><th scope="col">Plass</th></tr></thead>
<tbody>
`

const rowOf = ({ at, user, account, text, way, reason, position }: ReportedChange): string => {
  const time = clock.format(new Date(at))
  const cells = [time, user, account ?? '', text, way, reason ?? '', position]
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>\n`
}

export const reportOf = (report: Report) =>
  async function* (exported: Exported): AsyncGenerator<string> {
    yield headOf(report, exported)
    for await (const one of report.changes) yield rowOf(one)
    yield '</tbody>\n</table>\n</div>\n</body>\n</html>\n'
  }
