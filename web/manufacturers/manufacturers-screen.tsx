import { manufacturer } from '#contracts/catalogue/manufacturer.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { defineCatalogue } from '../catalogue/definition.ts'

export const manufacturerCode = (name: string): string =>
  name.length <= 3 ? name : name.slice(0, 3).toLocaleUpperCase('nb')

export const manufacturers = defineCatalogue({
  entity: manufacturer,
  description: 'Hvem som lager det vi kjøper, og hvem som selger det',
  columns: ['name', 'supplierId'],
  widths: { supplierId: 320 },
  form: {
    Produsent: ['name', 'supplierId'],
  },
  formSize: 'md',
  cardColumns: 5,
  card: [
    ['Produsent kode', ({ name }) => manufacturerCode(name ?? '')],
    ['Leverandør', 'supplierId'],
  ],
})

export const ManufacturersScreen = () => <CatalogueScreen definition={manufacturers} />
