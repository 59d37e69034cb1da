import { supplier } from '#contracts/catalogue/supplier.ts'
import { show } from '../fields/show.tsx'
import { Card } from '../lib/catalogue/card.tsx'
import { CatalogueScreen } from '../lib/catalogue/catalogue-screen.tsx'
import type { CatalogueDefinition } from '../lib/catalogue/definition.ts'
import { plain } from '../lib/row.ts'

const { fields } = supplier

export const suppliers: CatalogueDefinition<typeof supplier> = {
  entity: supplier,
  text: {
    title: 'Leverandører',
    description: 'Hvem vi kjøper av, og hvordan vi når dem',
    add: 'Legg til leverandør',
    search: 'Søk leverandører...',
    empty: 'Ingen leverandører funnet',
  },
  columns: [
    'name',
    'orderEmail',
    'contactPerson',
    'contactEmail',
    'contactPhone',
    'website',
    'address',
    'postalCode',
    'city',
    'country',
  ],
  hidden: ['address', 'postalCode', 'country'],
  widths: { name: 230, orderEmail: 210, contactEmail: 210, contactPhone: 150, city: 130 },
  form: [
    { title: 'Leverandør', fields: ['name', 'orderEmail', 'website'] },
    { title: 'Kontaktperson', fields: ['contactPerson', 'contactEmail', 'contactPhone'] },
    { title: 'Adresse', fields: ['address', 'postalCode', 'city', 'country'] },
  ],
  card: (row) => (
    <Card
      row={row}
      title={plain(row, 'name')}
      subtitle={[plain(row, 'city'), plain(row, 'country')].filter(Boolean).join(', ')}
      lines={[
        ['Bestilling', show(row, 'orderEmail', fields.orderEmail)],
        ['Kontakt', show(row, 'contactPerson', fields.contactPerson)],
        ['E-post', show(row, 'contactEmail', fields.contactEmail)],
        ['Telefon', show(row, 'contactPhone', fields.contactPhone)],
        ['Nettside', show(row, 'website', fields.website)],
      ]}
    />
  ),
}

export const SuppliersScreen = () => <CatalogueScreen definition={suppliers} />
