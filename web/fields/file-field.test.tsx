import { test } from 'tap'
// Must be the first import: libraries check for a document when they load.
import { fireEvent, screen, show, until, within } from '../testing/screen.tsx'
import { MotorsScreen } from '../motors/motors-screen.tsx'
import { fresh, motorApi, openForm } from '../testing/examples.ts'

/** An upload that the test finishes. */
class Upload {
  static latest: Upload
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  constructor() {
    Upload.latest = this
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {}
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload?.()
  }
}

test('a form waits for its upload, and explains a refused file', async (t) => {
  const { XMLHttpRequest } = globalThis
  Object.assign(globalThis, { XMLHttpRequest: Upload })
  t.teardown(() => Object.assign(globalThis, { XMLHttpRequest }))
  const path = '/objects/uploads/3f2b8a10-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
  const { user, sent } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'POST /api/objects/upload': () =>
        Response.json({ success: true, uploadURL: `${path}?token=x` }),
    }),
  )
  const dialog = within(await openForm(user, 'Legg til motortype'))
  await user.type(dialog.getByLabelText(/Leverandør art\.nr/), 'A-1')
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Opprett motortype' })
  const pick = async (name: string, type: string) => {
    const before = Upload.latest
    const files = [new File(['x'], name, { type })]
    fireEvent.change(dialog.getByLabelText('Bilde'), { target: { files } })
    if (type.startsWith('image/')) await until(() => Upload.latest !== before)
  }
  await pick('notat.txt', 'text/plain')
  t.ok(await dialog.findByText('Filtypen støttes ikke her. Velg PNG, JPEG, GIF eller WebP.'))
  await until(() => !submit.disabled)

  await pick('juks.png', 'image/png')
  t.ok(await dialog.findByText('Vent til filen er lastet opp.'))
  t.equal(submit.disabled, true, 'it would be left out')
  const error = 'Innholdet i filen stemmer ikke med filtypen.'
  Upload.latest.answer(415, { success: false, error })
  t.ok(await dialog.findByText(error))
  await until(() => !submit.disabled)

  await pick('motor.png', 'image/png')
  await until(() => dialog.queryByText(error) === null)
  Upload.latest.answer(200, { success: true })
  t.ok(await dialog.findByRole('link', { name: 'motor.png' }))
  t.same(sent.at(-1)!.body, { fileName: 'motor.png' })
  await until(() => screen.queryByText('Vent til filen er lastet opp.') === null)
})

test('a stored file is shown by the name it was uploaded with', async (t) => {
  const [sheet, bare] = ['5a1b2c3d', '7c0d1e22'].map(
    (start) => `/objects/uploads/${start}-1c2d-4e5f-8a9b-0c1d2e3f4a5b`,
  ) as [string, string]
  const named = (name: string) => () =>
    new Response(null, {
      headers: { 'content-disposition': `inline; filename="x"; filename*=UTF-8''${name}` },
    })
  const { user } = show(
    t,
    <MotorsScreen />,
    motorApi({
      'GET /api/motortypes/7': fresh('"1"', { dataSheet: sheet, mechanicalDrawing: bare }),
      [`HEAD ${sheet}`]: named('Girmotor%20%C3%9825.pdf'),
      [`HEAD ${bare}`]: named(`${bare.split('/').at(-1)}.pdf`),
    }),
  )
  const dialog = within(await openForm(user, 'Rediger'))
  t.ok(await dialog.findByRole('link', { name: 'Girmotor Ø25.pdf' }))
  t.ok(dialog.getByRole('link', { name: 'Fil 7c0d1e22' }), 'uploaded without a name')
})
