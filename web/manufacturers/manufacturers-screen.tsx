import { manufacturer } from '#contracts/catalogue/manufacturer.ts'
import { Card } from '../lib/catalogue/card.tsx'
import { CatalogueScreen } from '../lib/catalogue/catalogue-screen.tsx'
import type { CatalogueDefinition } from '../lib/catalogue/definition.ts'
import { manufacturerCode } from './code.ts'
import { plain } from '../lib/row.ts'

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
      row={row}
      title={plain(row, 'name')}
      lines={[
        ['Produsent kode', manufacturerCode(plain(row, 'name'))],
        ['Leverandør', row.supplierName],
      ]}
    />
  ),
}

export const ManufacturersScreen = () => <CatalogueScreen definition={manufacturers} />
