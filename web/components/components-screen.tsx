import { component } from '#contracts/catalogue/component.ts'
import { Card } from '../catalogue/card.tsx'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { priceText } from '../catalogue/columns.ts'
import type { CatalogueDefinition } from '../catalogue/definition.ts'

export const components: CatalogueDefinition<typeof component> = {
  entity: component,
  text: {
    title: 'Komponenter',
    description: 'Deler som inngår i sammenstillinger, med priser og dokumentasjon',
    add: 'Legg til komponent',
    search: 'Søk komponenter...',
    empty: 'Ingen komponenter funnet',
  },
  columns: [
    'description',
    'type',
    'itoArticlenumber',
    'supplierArticlenumber',
    'supplierId',
    'manufacturerId',
    'costPrice',
    'salesPrice',
    'ppDescription',
    'electricalNumber',
    'drawingNumber',
    'weight',
    'countryOfOrigin',
    'unit',
    'tags',
    'notes',
  ],
  hidden: [
    'ppDescription',
    'electricalNumber',
    'drawingNumber',
    'weight',
    'countryOfOrigin',
    'unit',
    'tags',
    'notes',
  ],
  widths: { description: 280, type: 140, itoArticlenumber: 130, unit: 90 },
  form: [
    {
      title: 'Grunnleggende informasjon',
      fields: ['description', 'type', 'ppDescription', 'unit', 'tags'],
    },
    {
      title: 'Artikkelnumre',
      fields: ['itoArticlenumber', 'supplierArticlenumber', 'electricalNumber', 'drawingNumber'],
    },
    {
      title: 'Leverandør & Produsent informasjon',
      fields: ['supplierId', 'manufacturerId', 'countryOfOrigin', 'weight'],
    },
    { title: 'Prisinformasjon', fields: ['pricing'] },
    { title: 'Dokumentasjon', fields: ['image', 'dataSheet', 'mechanicalDrawing', 'notes'] },
  ],
  detail: [
    {
      title: 'Grunnleggende informasjon',
      fields: ['description', 'type', 'ppDescription', 'tags', 'notes'],
    },
    { title: 'Prisinformasjon', fields: ['pricing'] },
    { title: 'Dokumentasjon', fields: ['dataSheet', 'mechanicalDrawing', 'drawingNumber'] },
    {
      title: 'Artikkelnumre',
      fields: ['supplierArticlenumber', 'itoArticlenumber', 'electricalNumber'],
    },
    { title: 'Bedriftsinformasjon', fields: ['supplierId', 'manufacturerId', 'countryOfOrigin'] },
    { title: 'Tekniske spesifikasjoner', fields: ['weight', 'unit'] },
    { title: 'Metadata', fields: ['metadata'] },
  ],
  preview: true,
  card: (row) => (
    <Card
      image={row.image ?? null}
      title={row.description ?? ''}
      subtitle={row.type}
      lines={[
        ['ITO art.nr', row.itoArticlenumber],
        ['Lev. art.nr', row.supplierArticlenumber],
        ['Leverandør', row.supplierName],
        ['Produsent', row.manufacturerName],
        ['Salgspris', priceText(row.pricing, 'salesPrice')],
      ]}
    />
  ),
}

export const ComponentsScreen = () => <CatalogueScreen definition={components} />
