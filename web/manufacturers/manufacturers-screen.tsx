import { manufacturer } from '#contracts/catalogue/manufacturer.ts'
import { Card } from '../catalogue/card.tsx'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import type { CatalogueDefinition } from '../catalogue/definition.ts'

/** The first three letters of the name, in capitals; the whole name if it has no more. */
export const manufacturerCode = (name: string): string =>
  name.length <= 3 ? name : name.slice(0, 3).toLocaleUpperCase('nb')

export const manufacturers: CatalogueDefinition<typeof manufacturer> = {
  entity: manufacturer,
  text: {
    title: 'Produsenter',
    description: 'Hvem som lager det vi kjøper, og hvem som selger det',
    add: 'Legg til produsent',
    search: 'Søk produsenter...',
    empty: 'Ingen produsenter funnet',
  },
  columns: ['name', 'supplierId'],
  widths: { supplierId: 320 },
  form: [{ title: 'Produsent', fields: ['name', 'supplierId'] }],
  formSize: 'md',
  cardColumns: 5,
  card: (row) => (
    <Card
      title={row.name ?? ''}
      lines={[
        ['Produsent kode', manufacturerCode(row.name ?? '')],
        ['Leverandør', row.supplierName],
      ]}
    />
  ),
}

export const ManufacturersScreen = () => <CatalogueScreen definition={manufacturers} />
