import { supplier } from '#contracts/catalogue/supplier.ts'
import { showField } from '../fields/field-value.tsx'
import { Card } from '../catalogue/card.tsx'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import type { CatalogueDefinition } from '../catalogue/definition.ts'

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
      title={row.name ?? ''}
      subtitle={[row.city, row.country].filter(Boolean).join(', ')}
      lines={[
        ['Bestilling', showField(supplier, row, 'orderEmail')],
        ['Kontakt', showField(supplier, row, 'contactPerson')],
        ['E-post', showField(supplier, row, 'contactEmail')],
        ['Telefon', showField(supplier, row, 'contactPhone')],
        ['Nettside', showField(supplier, row, 'website')],
      ]}
    />
  ),
}

export const SuppliersScreen = () => <CatalogueScreen definition={suppliers} />
