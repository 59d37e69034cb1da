import { WhereUsedSection } from '../assemblies/where-used-section.tsx'
import { sensor } from '#contracts/catalogue/sensor.ts'
import { Card } from '../lib/catalogue/card.tsx'
import { CatalogueScreen } from '../lib/catalogue/catalogue-screen.tsx'
import { priceText } from '../lib/catalogue/columns.ts'
import type { CatalogueDefinition } from '../lib/catalogue/definition.ts'
import { plain } from '../lib/row.ts'

export const sensors: CatalogueDefinition<typeof sensor> = {
  entity: sensor,
  text: {
    title: 'Sensortyper',
    description: 'Sensorer med utgang, kontakt, braketter, priser og dokumentasjon',
    add: 'Legg til sensortype',
    search: 'Søk sensortyper...',
    empty: 'Ingen sensortyper funnet',
  },
  columns: [
    'description',
    'type',
    'outputtype',
    'connectortype',
    'supplierId',
    'supplierArticlenumber',
    'manufacturerId',
    'itoArticlenumber',
    'costPrice',
    'salesPrice',
    'allowedPrefix',
    'defaultbracket',
    'bracketoptions',
    'reflexoptions',
    'notes',
  ],
  hidden: ['allowedPrefix', 'defaultbracket', 'bracketoptions', 'reflexoptions', 'notes'],
  widths: { description: 260, type: 150 },
  form: [
    { title: 'Grunnleggende informasjon', fields: ['description', 'type', 'allowedPrefix'] },
    {
      title: 'Leverandør & Produsent informasjon',
      fields: ['supplierId', 'manufacturerId', 'supplierArticlenumber', 'itoArticlenumber'],
    },
    {
      title: 'Tekniske spesifikasjoner',
      fields: ['outputtype', 'connectortype', 'bracketoptions', 'defaultbracket', 'reflexoptions'],
    },
    { title: 'Prisinformasjon', fields: ['pricing'] },
    {
      title: 'Dokumentasjon',
      fields: ['image', 'symbol', 'dataSheet', 'mechanicalDrawing', 'notes'],
    },
  ],
  controls: { defaultbracket: 'bracket' },
  detail: [
    {
      title: 'Grunnleggende informasjon',
      fields: ['description', 'type', 'allowedPrefix', 'notes'],
    },
    { title: 'Prisinformasjon', fields: ['pricing'] },
    { title: 'Dokumentasjon', fields: ['dataSheet', 'mechanicalDrawing', 'symbol'] },
    { title: 'Artikkelnumre', fields: ['supplierArticlenumber', 'itoArticlenumber'] },
    { title: 'Bedriftsinformasjon', fields: ['supplierId', 'manufacturerId'] },
    {
      title: 'Tekniske spesifikasjoner',
      fields: ['outputtype', 'connectortype', 'defaultbracket', 'bracketoptions', 'reflexoptions'],
    },
    { title: 'Metadata', fields: ['metadata'] },
  ],
  preview: true,
  detailsBelow: ({ id }) => <WhereUsedSection collection="sensortypes" id={Number(id)} />,
  card: (row) => (
    <Card
      row={row}
      image
      title={plain(row, 'description')}
      subtitle={plain(row, 'type')}
      lines={[
        ['Utgangstype', plain(row, 'outputtype')],
        ['Kontakttype', plain(row, 'connectortype')],
        ['ITO art.nr', plain(row, 'itoArticlenumber')],
        ['Leverandør', row.supplierName],
        ['Salgspris', priceText(row.pricing, 'salesPrice')],
      ]}
    />
  ),
}

export const SensorsScreen = () => <CatalogueScreen definition={sensors} />
