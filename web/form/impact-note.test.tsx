import { mock } from 'node:test'
import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { show, until, within, type Answering } from '../testing/screen.tsx'
import { osloDay } from '#contracts/days.ts'
import { impactPath, type ImpactQuestion } from '#contracts/price-impact.ts'
import { MotorsScreen } from '../motors/motors-screen.tsx'
import { fresh, motor, motorApi, openForm } from '../testing/examples.ts'

test('the impact of a price on assemblies is shown after a pause, and does not block', async (t) => {
  const sum = (cost: number) => ({
    totals: [{ currency: 'NOK', cost, sales: cost }],
    complete: true,
    reasons: [],
  })
  const largest = [{ id: 5, name: 'Linje', from: sum(100), to: sum(250) }]
  const impact: Answering = ({ body }) => {
    const { costPrice } = (body as ImpactQuestion).prices[0]!
    const data = { validOn: osloDay(), count: costPrice === 250 ? 1 : 0, largest }
    return Response.json({ success: true, data })
  }
  const path = `/api/motortypes/${motor.id}`
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({ [path]: fresh('"1"'), [`POST ${impactPath}`]: impact }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  const cost = await dialog.findByLabelText(/^Kostpris/)
  await user.clear(cost)
  await user.type(cost, '250')
  t.ok(await dialog.findByText('Endrer kostnaden for 1 sammenstilling'))
  t.match(dialog.getByText('Linje').closest('li')?.textContent, /100,00.kr.*til 250,00.kr/)
  const asked = sent.filter(({ path }) => path === impactPath)
  t.match(asked.at(-1)?.body, {
    prices: [{ entityType: 'motortype', entityId: motor.id, costPrice: 250 }],
  })
  await user.type(cost, '0')
  await until(() => !dialog.queryByText(/Endrer kostnaden/))
})

test('from midnight, what a price does today is said of the new day', async (t) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T22:59:00Z') })
  t.teardown(() => mock.timers.reset())
  const impact = () => {
    const none = { totals: [], complete: true, reasons: [] }
    const largest = [{ id: 5, name: 'Linje', from: none, to: none }]
    return Response.json({ success: true, data: { validOn: osloDay(), count: 1, largest } })
  }
  const path = `/api/motortypes/${motor.id}`
  const answers = motorApi({ [path]: fresh('"1"'), [`POST ${impactPath}`]: impact })
  const { user, sent } = show(t, <MotorsScreen />, answers)
  const dialog = within(await openForm(user, 'Rediger'))
  const cost = await dialog.findByLabelText(/^Kostpris/)
  await user.type(cost, '25')
  t.ok(await dialog.findByText('Endrer kostnaden for 1 sammenstilling'))
  mock.timers.setTime(Date.parse('2026-03-01T23:01:00Z'))
  await user.type(cost, '0')
  await until(() => sent.filter(({ path }) => path === impactPath).length > 1)
  t.ok(await dialog.findByText('Endrer kostnaden for 1 sammenstilling'))
})

test('a cost that comes to nothing is zero, and unknown only if something is missing', async (t) => {
  const sum = (complete: boolean) => ({ totals: [], complete, reasons: [] })
  const largest = [{ id: 5, name: 'Linje', from: sum(false), to: sum(true) }]
  const impact = () =>
    Response.json({ success: true, data: { validOn: osloDay(), count: 1, largest } })
  const path = `/api/motortypes/${motor.id}`
  const answers = motorApi({ [path]: fresh('"1"'), [`POST ${impactPath}`]: impact })
  const { user } = show(t, <MotorsScreen />, answers)
  const dialog = within(await openForm(user, 'Rediger'))
  await user.type(await dialog.findByLabelText(/^Kostpris/), '0')
  const line = (await dialog.findByText('Linje')).closest('li')
  t.match(line?.textContent, /– *til 0,00.kr/)
})
