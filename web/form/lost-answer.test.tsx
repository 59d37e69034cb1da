import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, within, type Answering } from '../testing/screen.tsx'
import { SuppliersScreen } from '../suppliers/suppliers-screen.tsx'
import { api, openForm, refuseWith } from '../testing/examples.ts'

test('a retry after a lost answer has the same key, and after a refusal a new one', async (t) => {
  const answers = [
    () => Promise.reject(new TypeError('down')),
    refuseWith(503, { error: 'Vi vet ikke', code: 'OUTCOME_UNKNOWN' }),
    refuseWith(409, { error: 'Nei', code: 'DUPLICATE' }),
    refuseWith(409, { error: 'Nei', code: 'DUPLICATE' }),
  ]
  const { user, sent } = show(t, <SuppliersScreen />, {
    ...api,
    'POST /api/suppliers': ((call) => answers.shift()!(call)) as Answering,
  })
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Ny AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no')
  const submit = dialog.getByRole('button', { name: 'Opprett leverandør' })
  for (const text of [/Får ikke kontakt/, 'Vi vet ikke', 'Nei', 'Nei']) {
    await user.click(submit)
    t.ok(await dialog.findByText(text))
  }
  const keys = sent
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('Idempotency-Key'))
  t.equal(keys[0], keys[1])
  t.equal(keys[1], keys[2])
  t.not(keys[2], keys[3])
})

const lose = () => Promise.reject(new TypeError('down'))
const made = (data: object) => () =>
  Response.json({ success: true, data }, { status: 201, headers: { etag: '"0"' } })

/** Creates a supplier, of which no answer comes, and corrects its name before the next press. */
const correctAfterLoss = async (
  t: Parameters<typeof show>[0],
  answers: Answering[],
  put: Answering,
) => {
  const { user, sent } = show(t, <SuppliersScreen />, {
    ...api,
    'POST /api/suppliers': ((call) => [lose, ...answers][posts().length - 1]!(call)) as Answering,
    'PUT /api/suppliers/12': put,
    'GET /api/suppliers/12': made({ ...stored, city: 'Oslo', name: 'Annens AS' }),
  })
  const posts = () => sent.filter(({ method }) => method === 'POST')
  const dialog = within(await openForm(user, 'Legg til leverandør'))
  await user.type(dialog.getByLabelText(/Navn/), 'Ny AS')
  await user.type(dialog.getByLabelText(/Ordre e-post/), 'a@b.no{Enter}')
  await dialog.findByText(/Får ikke kontakt/)
  await user.type(dialog.getByLabelText(/Navn/), ' Norge{Enter}')
  return { user, sent, posts, dialog }
}
const stored = { id: 12, name: 'Ny AS', orderEmail: 'a@b.no' }
const corrected = { ...stored, name: 'Ny AS Norge' }

test('what is edited after a lost answer changes the record that was made, and makes no second one', async (t) => {
  const { sent, posts } = await correctAfterLoss(t, [made(stored)], made(corrected))
  t.ok(await screen.findByText('Leverandør opprettet'))
  t.equal(screen.queryByRole('dialog'), null)
  const [first, again, ...more] = posts()
  t.same(again!.body, first!.body, 'the first create as it was')
  t.equal(again!.headers.get('Idempotency-Key'), first!.headers.get('Idempotency-Key'))
  t.same(more, [])
  const put = sent.find(({ method }) => method === 'PUT')!
  t.match(put.body, { name: 'Ny AS Norge', orderEmail: 'a@b.no' })
  t.equal(put.headers.get('If-Match'), '"0"')
  t.not(put.headers.get('Idempotency-Key'), first!.headers.get('Idempotency-Key'))
})

test('if the lost create is refused, what is edited is created by a new key', async (t) => {
  const refused = refuseWith(409, { error: 'Nei', code: 'DUPLICATE' })
  const { posts } = await correctAfterLoss(t, [refused, made(corrected)], refused)
  t.ok(await screen.findByText('Leverandør opprettet'))
  const [first, again, other] = posts()
  t.same(again!.body, first!.body)
  t.match(other!.body, { name: 'Ny AS Norge' })
  t.not(other!.headers.get('Idempotency-Key'), first!.headers.get('Idempotency-Key'))
})

test('the lost record may have been changed by another before it is corrected', async (t) => {
  const puts = [refuseWith(409, { error: 'Konflikt', code: 'CONFLICT' }), made(corrected)]
  const { user, sent, posts, dialog } = await correctAfterLoss(t, [made(stored)], (call) =>
    puts.shift()!(call),
  )
  t.ok(await dialog.findByText(/Velg hva som skal gjelde/))
  t.ok(await dialog.findByRole('heading', { name: 'Rediger leverandør' }))
  await user.click(await dialog.findByRole('button', { name: 'Oppdater leverandør' }))
  t.ok(await screen.findByText('Leverandør oppdatert'))
  t.equal(posts().length, 2)
  t.match(sent.findLast(({ method }) => method === 'PUT')!.body, {
    name: 'Ny AS Norge',
    city: 'Oslo',
  })
})
