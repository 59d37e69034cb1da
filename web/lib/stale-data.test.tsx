import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, until, type Answering } from '../testing/screen.tsx'
import { StaleDataNotice } from './stale-data.tsx'
import { useCount } from './use-rows.ts'

const text = /^Viser eldre data/

const Count = () => <p>Det er {useCount('suppliers')}</p>

test('stale data is announced until the saved data is included', async (t) => {
  const totals = [1, 1, 2]
  const { sent } = show(
    t,
    <>
      <Count />
      <StaleDataNotice />
    </>,
    {
      'GET /api/suppliers?limit=1': (() => {
        const total = totals.shift() ?? 2
        const headers = { 'x-total-count': String(total), 'x-stale': String(total === 1) }
        return Response.json({ success: true, data: [] }, { headers })
      }) as Answering,
    },
  )
  const notice = await screen.findByText(text)
  t.equal(notice.closest('output') === null, false, 'read aloud')
  t.ok(screen.getByText('Det er 1'))
  await screen.findByText('Det er 2')
  await until(() => screen.queryByText(text) === null)
  t.equal(sent.length, 3)
})

test('fresh answers, and those of another log, are not announced', async (t) => {
  const answering = (stale: string) =>
    (() =>
      Response.json(
        { success: true, data: [] },
        { headers: { 'x-total-count': '3', 'x-stale': stale } },
      )) as Answering
  for (const stale of ['false', 'unknown']) {
    const { unmount } = show(
      t,
      <>
        <Count />
        <StaleDataNotice />
      </>,
      { 'GET /api/suppliers?limit=1': answering(stale) },
    )
    await screen.findByText('Det er 3')
    t.equal(screen.queryByText(text), null)
    unmount()
  }
})
