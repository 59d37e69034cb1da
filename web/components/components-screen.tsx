import { component } from '#contracts/catalogue/component.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { defineCatalogue } from '../catalogue/definition.ts'

export const components = defineCatalogue({
  entity: component,
  description: 'Deler som inngår i sammenstillinger, med priser og dokumentasjon',
  columns: [
    'description',
    'type',
    'itoArticlenumber',
    'supplierArticlenumber',
    'supplierId',
    'manufacturerId',
    'costPrice',
    'salesPrice',
  ],
  hidden: [
    'ppDescription',
    'electricalNumber',
    'drawingNumber',
    'weight',
    'countryOfOrigin',
    'unit',
    'minimumOrder',
    'leadTime',
    'tags',
    'notes',
  ],
  widths: {
    description: 215,
    type: 110,
    itoArticlenumber: 90,
    supplierArticlenumber: 130,
    supplierId: 130,
    manufacturerId: 130,
    unit: 90,
  },
  form: {
    'Grunnleggende informasjon': ['description', 'type', 'ppDescription', 'unit', 'tags'],
    Artikkelnumre: [
      'itoArticlenumber',
      'supplierArticlenumber',
      'electricalNumber',
      'drawingNumber',
    ],
    'Leverandør & Produsent informasjon': [
      'supplierId',
      'manufacturerId',
      'minimumOrder',
      'leadTime',
      'countryOfOrigin',
      'weight',
    ],
    Prisinformasjon: ['pricing'],
    Dokumentasjon: ['image', 'dataSheet', 'mechanicalDrawing', 'notes'],
  },
  technical: {
    'Tekniske spesifikasjoner': ['weight', 'unit'],
  },
  preview: true,
  card: [
    ['ITO art.nr', 'itoArticlenumber'],
    ['Lev. art.nr', 'supplierArticlenumber'],
    ['Leverandør', 'supplierId'],
    ['Produsent', 'manufacturerId'],
    ['Salgspris', 'salesPrice'],
  ],
})

export const ComponentsScreen = () => <CatalogueScreen definition={components} />
