import { show, until } from '../../testing/screen.tsx'
import { act } from '@testing-library/react'
import { useState } from 'react'
import { test } from 'tap'
import { anAssembly, anItem, aSummary } from '../testing/examples.ts'
import { bomViews, type BomView } from '#contracts/assembly/bom.ts'
import { AsOf } from './as-of.tsx'
import { PrintBom, views } from './views.tsx'

const line = anAssembly(1, { name: 'Linje' })
const screw = anItem('Skrue', { itemId: 1, itoArticlenumber: 'K-1', totalQuantity: 56, level: 2 })
const drive = anItem('Drift', { itemId: 2, itemType: 'assembly', totalQuantity: 2 })
const summary = aSummary({
  totalComponents: '12345678901234567890',
  uniqueComponents: 1,
  maxDepth: 2,
  warnings: ['Mangler pris: Skrue'],
})
const total = [{ currency: 'NOK', cost: 10, sales: 20 }]
const api = {
  '/api/assemblytypes/1/bom': () => Response.json({ success: true, items: [screw], summary }),
  '/api/assemblytypes/1/bom/hierarchy': () =>
    Response.json({
      success: true,
      items: [
        { ...drive, quantity: 2, node: '2', lines: 1 },
        { ...screw, quantity: 28, node: null, lines: 0 },
      ],
      totalLines: 3,
      truncated: true,
      notice: 'Hierarkiet er for stort.',
    }),
  '/api/assemblytypes/1/cost?view=direct': {
    totals: total,
    complete: false,
    missingCount: 1,
    unitMismatchCount: 1,
    lines: [
      { ...drive, quantity: 2, each: total, totals: total, complete: true, reason: null },
      {
        ...screw,
        quantity: 56,
        each: [],
        totals: [],
        complete: false,
        reason: 'UNIT_MISMATCH',
        explanation: 'Telles i m, men prisen gjelder stk: det kan ikke regnes om',
      },
    ],
  },
}
const papers: Record<BomView, RegExp> = {
  flat: /^Stykkliste: Linje.*Enhet Komponent Skrue K-1 56 stk$/,
  hierarchy: /^Hierarki: Linje.*for stort\. .* 1 Drift 2 2 stk 2 Skrue K-1 28 56 stk$/,
  summary:
    /^Sammendrag: Linje.*Komponenter 12 345 678 901 234 567 890 1 ulik Motorer 0 Sen.*Advarsler Mangler pris: Skrue Kostnad .*Drift 2 10,00 kr 20,00 kr Skrue ?Telles i m, men prisen gjelder stk: det kan ikke regnes om 56 – – Totalt 10,00 kr 20,00 kr Ikke alt er med i summene: 1 del har pris i en enhet som ikke kan regnes om\.$/,
}

/** The texts of all printed cells and paragraphs. */
const paper = (): string => {
  const parts = document.querySelectorAll('.print-page :is(h1, h2, h3, p, li, th, td)')
  return [...parts]
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    .filter(Boolean)
    .join(' ')
}

for (const view of bomViews)
  test(`on paper is what the screen shows: ${view}`, async (t) => {
    show(t, <PrintBom assembly={line} view={view} />, api)
    t.equal(document.querySelector('.print-page'), null, 'there only while it prints')
    await act(async () => void dispatchEvent(new Event('beforeprint')))
    await until(() => papers[view].test(paper()))
    t.equal(document.querySelectorAll('.print-page button').length, 0)
    await act(async () => void dispatchEvent(new Event('afterprint')))
    t.equal(document.querySelector('.print-page'), null)
  })

for (const view of bomViews)
  test(`every tab and paper is of the days that were chosen: ${view}`, async (t) => {
    const { Tab } = views[view]
    // No other test's: a stykkliste that could not be read is read once more, even after its test has ended.
    const own = { ...line, id: 7 }
    const { sent } = show(
      t,
      <AsOf value={{ day: '2026-03-01', priceDay: '2026-04-01' }}>
        <Tab assemblyId={own.id} />
        <PrintBom assembly={own} view={view} />
      </AsOf>,
    )
    const paths = () => sent.map(({ path }) => path).filter((path) => path.includes('/7'))
    await act(async () => void dispatchEvent(new Event('beforeprint')))
    await until(() => paths().length > 0)
    await act(async () => void dispatchEvent(new Event('afterprint')))
    for (const path of paths()) t.match(path, /[?&]asOf=2026-03-01&validOn=2026-04-01$/)
  })

test('a paper of the past says so', async (t) => {
  for (const [instant, text] of [
    ['2026-03-01', 'Per 1. mars 2026'],
    ['2026-03-01T08:30:00.000Z', /Per 1. mars 2026, \d\d:30/],
  ] as const)
    await t.test(instant, async (u) => {
      const InThePast = () => {
        useState(() => history.replaceState(null, '', `/?asOf=${instant}`))
        return <PrintBom assembly={line} view="flat" />
      }
      show(u, <InThePast />, {
        [`/api/assemblytypes/1/bom?asOf=${encodeURIComponent(instant)}`]: () =>
          Response.json({ success: true, items: [screw], summary }),
      })
      await act(async () => void dispatchEvent(new Event('beforeprint')))
      await until(() => paper().includes('Skrue'))
      u.match(paper(), text)
      await act(async () => void dispatchEvent(new Event('afterprint')))
    })
})
