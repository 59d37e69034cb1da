import { screen, type Answering, type Api, type Shown } from './screen.tsx'

export const manufacturers = [
  { id: 1, name: 'SICK', supplierId: 10, supplierName: 'Elektro AS' },
  { id: 2, name: 'Åkerströms', supplierId: 10, supplierName: 'Elektro AS' },
  { id: 3, name: 'Festo', supplierId: 11, supplierName: 'Automasjon AS' },
]
export const suppliers = [
  { id: 10, name: 'Elektro AS', orderEmail: 'ordre@elektro.no', website: 'www.elektro.no' },
  { id: 11, name: 'Automasjon AS', orderEmail: 'ordre@auto.no', contactPhone: '22 33 44 55' },
]
export const api: Api = { '/api/manufacturers': manufacturers, '/api/suppliers': suppliers }
export const refuseWith =
  (status: number, body: object): Answering =>
  () =>
    Response.json({ success: false, ...body }, { status })

export const motor = {
  id: 7,
  supplierArticlenumber: 'R17',
  description: 'Girmotor',
  power: 0.75,
  brake: false,
  bracketoptions: ['B5'],
  otherFiles: [],
  pricing: null,
}
export const motorApi = (answer: Api): Api => ({
  ...api,
  '/api/motortypes': [motor],
  '/api/motortypes/7/offers': [],
  ...answer,
})
export const fresh =
  (version: string, changes: object = {}): Answering =>
  () =>
    Response.json({ success: true, data: { ...motor, ...changes } }, { headers: { etag: version } })

/** The button of a row also has the row's name. */
export const openForm = async (user: Shown['user'], button: string) => {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${button}( |$)`) }))
  return screen.findByRole('dialog')
}
