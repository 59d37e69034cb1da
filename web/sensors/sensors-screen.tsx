import { sensor } from '#contracts/catalogue/sensor.ts'
import { Card } from '../catalogue/card.tsx'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { priceText } from '../catalogue/columns.ts'
import type { CatalogueDefinition } from '../catalogue/definition.ts'

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
  card: (row) => (
    <Card
      image={row.image ?? null}
      title={row.description ?? ''}
      subtitle={row.type}
      lines={[
        ['Utgangstype', row.outputtype],
        ['Kontakttype', row.connectortype],
        ['ITO art.nr', row.itoArticlenumber],
        ['Leverandør', row.supplierName],
        ['Salgspris', priceText(row.pricing, 'salesPrice')],
      ]}
    />
  ),
}

export const SensorsScreen = () => <CatalogueScreen definition={sensors} />
