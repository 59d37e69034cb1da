import { flag, suggestion, text } from '../fields.ts'

const units = 'mm cm m kg g t °C bar psi V A W kW Hz rpm m/s m/min l/min m³/h %'

export const attributeFields = {
  description: text('Beskrivelse', { required: true }),
  value: text('Verdi', { required: true }),
  unit: suggestion('Enhet', { options: units.split(' '), max: 200 }),
  drawingNumber: text('Tegn.nr.', { max: 200 }),
  editable: flag('Kan redigeres senere'),
}
