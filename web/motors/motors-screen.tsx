import type { RecordOf } from '#contracts/entity.ts'
import { motor } from '#contracts/catalogue/motor.ts'
import { textOf } from '../fields/field-text.ts'
import { Card } from '../catalogue/card.tsx'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { priceText } from '../catalogue/columns.ts'
import type { CatalogueDefinition } from '../catalogue/definition.ts'

const nameOf = ({ description, supplierArticlenumber }: RecordOf<typeof motor>) =>
  description || supplierArticlenumber || ''

export const motors: CatalogueDefinition<typeof motor> = {
  entity: motor,
  text: {
    title: 'Motortyper',
    description: 'Motorer med ytelse, konstruksjon, priser og dokumentasjon',
    add: 'Legg til motortype',
    loading: 'Laster motortyper...',
    search: 'Søk motortyper...',
    empty: 'Ingen motortyper funnet',
  },
  nameOf,
  columns: [
    'description',
    'type',
    'communicationtype',
    'power',
    'rpm',
    'torque',
    'shaft',
    'controller',
    'weight',
    'brake',
    'supplierId',
    'supplierArticlenumber',
    'manufacturerId',
    'itoArticlenumber',
    'costPrice',
    'salesPrice',
  ],
  widths: { description: 240, communicationtype: 180, controller: 140 },
  form: [
    {
      title: 'Leverandør & Produsent informasjon',
      fields: ['supplierId', 'manufacturerId', 'supplierArticlenumber', 'itoArticlenumber'],
    },
    {
      title: 'Motorspesifikasjoner',
      fields: ['description', 'type', 'communicationtype', 'controller', 'current', 'frq'],
    },
    {
      title: 'Ytelse & Område',
      fields: [
        'power',
        'torque',
        'min',
        'rpm',
        'max',
        'settingRange',
        'mMin',
        'mSec',
        'driveDiameter',
        'f',
      ],
    },
    {
      title: 'Konstruksjon & Konfigurasjon',
      fields: [
        'shaft',
        'constructiontype',
        'kBox',
        'kInput',
        'bracketoptions',
        'defaultbracket',
        'softstarter',
        'weight',
        'brake',
      ],
    },
    { title: 'Prisinformasjon', fields: ['pricing'] },
    {
      title: 'Dokumentasjon',
      fields: ['image', 'symbol', 'dataSheet', 'mechanicalDrawing', 'otherFiles', 'notes'],
    },
  ],
  controls: { defaultbracket: 'bracket' },
  detail: [
    { title: 'Grunnleggende informasjon', fields: ['description', 'type', 'notes'] },
    { title: 'Prisinformasjon', fields: ['pricing'] },
    { title: 'Dokumentasjon', fields: ['dataSheet', 'mechanicalDrawing', 'symbol', 'otherFiles'] },
    { title: 'Artikkelnumre', fields: ['supplierArticlenumber', 'itoArticlenumber'] },
    { title: 'Bedriftsinformasjon', fields: ['supplierId', 'manufacturerId'] },
    {
      title: 'Tekniske spesifikasjoner',
      fields: [
        'power',
        'torque',
        'rpm',
        'min',
        'max',
        'settingRange',
        'mMin',
        'mSec',
        'current',
        'frq',
        'communicationtype',
        'controller',
        'softstarter',
        'brake',
      ],
    },
    {
      title: 'Konstruksjon',
      fields: [
        'shaft',
        'constructiontype',
        'driveDiameter',
        'weight',
        'f',
        'kBox',
        'kInput',
        'defaultbracket',
        'bracketoptions',
      ],
    },
    { title: 'Metadata', fields: ['metadata'] },
  ],
  card: (row) => (
    <Card
      image={row.image ?? null}
      title={nameOf(row)}
      subtitle={row.type}
      lines={[
        ['Effekt', textOf(motor, row, 'power')],
        ['RPM', textOf(motor, row, 'rpm')],
        ['Dreiemoment', textOf(motor, row, 'torque')],
        ['Lev. art.nr', row.supplierArticlenumber],
        ['Leverandør', row.supplierName],
        ['Salgspris', priceText(row.pricing, 'salesPrice')],
      ]}
    />
  ),
}

export const MotorsScreen = () => <CatalogueScreen definition={motors} />
