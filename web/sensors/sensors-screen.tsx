import { sensor } from '#contracts/catalogue/sensor.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { defineCatalogue } from '../catalogue/definition.ts'

export const sensors = defineCatalogue({
  entity: sensor,
  description: 'Sensorer med utgang, kontakt, braketter, priser og dokumentasjon',
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
  ],
  hidden: [
    'allowedPrefix',
    'defaultbracket',
    'bracketoptions',
    'reflexoptions',
    'minimumOrder',
    'leadTime',
    'notes',
  ],
  widths: { description: 260, type: 150 },
  form: {
    'Grunnleggende informasjon': ['description', 'type', 'allowedPrefix'],
    'Leverandør & Produsent informasjon': [
      'supplierId',
      'manufacturerId',
      'supplierArticlenumber',
      'itoArticlenumber',
      'minimumOrder',
      'leadTime',
    ],
    'Tekniske spesifikasjoner': [
      'outputtype',
      'connectortype',
      'bracketoptions',
      'defaultbracket',
      'reflexoptions',
    ],
    Prisinformasjon: ['pricing'],
    Dokumentasjon: ['image', 'symbol', 'dataSheet', 'mechanicalDrawing', 'notes'],
  },
  technical: {
    'Tekniske spesifikasjoner': [
      'outputtype',
      'connectortype',
      'defaultbracket',
      'bracketoptions',
      'reflexoptions',
    ],
  },
  preview: true,
  card: [
    ['Utgangstype', 'outputtype'],
    ['Kontakttype', 'connectortype'],
    ['ITO art.nr', 'itoArticlenumber'],
    ['Leverandør', 'supplierId'],
    ['Salgspris', 'salesPrice'],
  ],
})

export const SensorsScreen = () => <CatalogueScreen definition={sensors} />
