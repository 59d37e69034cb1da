import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { screen, show, within, type Answering } from '../testing/screen.tsx'
import { MotorsScreen } from '../motors/motors-screen.tsx'
import { fresh, motor, motorApi, openForm, refuseWith } from '../testing/examples.ts'

test('changes by others in other fields are merged silently', async (t) => {
  const versions = [fresh('"4"'), fresh('"5"', { description: 'Endret av Ola', rpm: 1400 })]
  const puts = [refuseWith(409, { error: 'Noen andre endret denne posten.', code: 'CONFLICT' })]
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': ((call) => (versions.shift() ?? fresh('"5"'))(call)) as Answering,
      'PUT /api/motortypes/7': ((call) =>
        puts.shift()?.(call) ?? Response.json({ success: true, data: motor })) as Answering,
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  const power = await dialog.findByLabelText('Effekt')
  await user.clear(power)
  await user.type(power, '2')
  const submit = dialog.getByRole('button', { name: 'Oppdater motortype' })
  await user.click(submit)
  await screen.findByText('Motortype oppdatert')
  const [first, second] = sent.filter(({ method }) => method === 'PUT')
  t.equal(second!.headers.get('If-Match'), '"5"')
  t.not(second!.headers.get('Idempotency-Key'), first!.headers.get('Idempotency-Key'))
  t.match(second!.body, { power: 2, description: 'Endret av Ola', rpm: 1400 })
})

test('after repeated conflicts the typed values are kept, and the user saves again', async (t) => {
  let version = 3
  let isBusy = true
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': ((call) => {
        version++
        return fresh(`"${version}"`, { rpm: 1000 + version })(call)
      }) as Answering,
      'PUT /api/motortypes/7': ((call) =>
        isBusy
          ? refuseWith(409, { error: 'Konflikt', code: 'CONFLICT' })(call)
          : Response.json({ success: true, data: motor })) as Answering,
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  const power = await dialog.findByLabelText('Effekt')
  await user.clear(power)
  await user.type(power, '2')
  const submit = dialog.getByRole('button', { name: 'Oppdater motortype' })
  await user.click(submit)
  t.ok(await dialog.findByText(/Se over, og lagre igjen/))
  t.equal(sent.filter(({ method }) => method === 'PUT').length, 3)
  t.equal((dialog.getByLabelText('RPM') as HTMLInputElement).value, '1007')
  t.equal((dialog.getByLabelText('Effekt') as HTMLInputElement).value, '2')
  t.equal(dialog.getAllByRole('alert').length, 1, 'said once, with what to do')
  t.equal(dialog.queryByText('Konflikt'), null, 'that is seen to')
  isBusy = false
  await user.click(submit)
  await screen.findByText('Motortype oppdatert')
  t.match(sent.findLast(({ method }) => method === 'PUT')!.body, { power: 2, rpm: 1007 })
})

test('if two users changed the same field, the user sees both values and chooses', async (t) => {
  const versions = [fresh('"4"'), fresh('"5"', { power: 3, description: 'Girmotor 3 kW' })]
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': ((call) => versions.shift()!(call)) as Answering,
      'PUT /api/motortypes/7': ((call) =>
        call.headers.get('If-Match') === '"5"'
          ? Response.json({ success: true, data: motor })
          : refuseWith(409, { error: 'Noen andre endret denne posten.', code: 'CONFLICT' })(
              call,
            )) as Answering,
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  const power = (await dialog.findByLabelText('Effekt')) as HTMLInputElement
  await user.clear(power)
  await user.type(power, '2')
  const submit = dialog.getByRole('button', { name: 'Oppdater motortype' })
  await user.click(submit)

  const choice = await dialog.findByRole('group', { name: 'Effekt (før: 0,75 kW)' })
  const radio = (name: string) => within(choice).getByRole<HTMLInputElement>('radio', { name })
  t.equal(dialog.getAllByRole('radio').length, 2, 'of what only one changed nothing is asked')
  t.equal(radio('Behold din: 2 kW').checked, true)
  await user.click(radio('Bruk den andres: 3 kW'))
  t.equal(power.value, '3', 'seen in the field itself')
  await user.click(radio('Behold din: 2 kW'))
  t.equal(power.value, '2')
  await user.click(radio('Bruk den andres: 3 kW'))
  await user.click(submit)
  await screen.findByText('Motortype oppdatert')
  t.match(sent.findLast(({ method }) => method === 'PUT')!.body, { power: 3 })
})

test('a newest version that cannot be read is explained, and can be read again', async (t) => {
  const versions = [
    fresh('"4"'),
    refuseWith(503, { error: 'Lesetjenesten svarer ikke.' }),
    fresh('"5"', { rpm: 1400 }),
  ]
  const { user } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': ((call) => versions.shift()!(call)) as Answering,
      'PUT /api/motortypes/7': refuseWith(409, { error: 'Konflikt', code: 'CONFLICT' }),
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  await user.type(await dialog.findByLabelText('Effekt'), '1')
  await user.click(dialog.getByRole('button', { name: 'Oppdater motortype' }))
  const fetchNew = await dialog.findByRole('button', { name: 'Hent ny versjon' })
  t.ok(dialog.getByText(/Lesetjenesten svarer ikke/))
  await user.click(fetchNew)
  t.ok(await dialog.findByText(/Se over, og lagre igjen/))
})

test('a record deleted by another user can be created again from the form', async (t) => {
  const versions = [fresh('"4"', { rpm: 1400 })]
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': ((call) =>
        (versions.shift() ?? refuseWith(404, { error: 'Finnes ikke.', code: 'NOT_FOUND' }))(
          call,
        )) as Answering,
      'PUT /api/motortypes/7': refuseWith(409, { error: 'Konflikt', code: 'CONFLICT' }),
      'POST /api/motortypes': motor,
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  const power = await dialog.findByLabelText('Effekt')
  await user.clear(power)
  await user.type(power, '2')
  await user.click(dialog.getByRole('button', { name: 'Oppdater motortype' }))
  t.match((await dialog.findByRole('alert')).textContent, 'Posten er slettet av en annen.')
  await user.click(dialog.getByRole('button', { name: 'Opprett på nytt' }))
  await screen.findByText('Motortype opprettet')
  const post = sent.find(({ method }) => method === 'POST')!
  t.match(post.body, { supplierArticlenumber: 'R17', power: 2, rpm: 1400 })
  t.notOk(post.headers.has('If-Match'))
})
