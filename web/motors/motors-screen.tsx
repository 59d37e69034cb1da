import { WhereUsedSection } from '../assemblies/where-used-section.tsx'
import { motor } from '#contracts/catalogue/motor.ts'
import { textOf } from '../fields/text-of.ts'
import { Card } from '../lib/catalogue/card.tsx'
import { CatalogueScreen } from '../lib/catalogue/catalogue-screen.tsx'
import { priceText } from '../lib/catalogue/columns.ts'
import type { CatalogueDefinition } from '../lib/catalogue/definition.ts'
import { plain, type Row } from '../lib/row.ts'

const nameOf = (row: Row) => plain(row, 'description') || plain(row, 'supplierArticlenumber')

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
  detailsBelow: ({ id }) => <WhereUsedSection collection="motortypes" id={Number(id)} />,
  card: (row) => (
    <Card
      row={row}
      image
      title={nameOf(row)}
      subtitle={plain(row, 'type')}
      lines={[
        ['Effekt', textOf(row, 'power', motor.fields.power)],
        ['RPM', textOf(row, 'rpm', motor.fields.rpm)],
        ['Dreiemoment', textOf(row, 'torque', motor.fields.torque)],
        ['Lev. art.nr', plain(row, 'supplierArticlenumber')],
        ['Leverandør', row.supplierName],
        ['Salgspris', priceText(row.pricing, 'salesPrice')],
      ]}
    />
  ),
}

export const MotorsScreen = () => <CatalogueScreen definition={motors} />
