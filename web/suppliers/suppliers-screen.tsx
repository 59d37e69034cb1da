import { supplier } from '#contracts/catalogue/supplier.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { defineCatalogue } from '../catalogue/definition.ts'

export const suppliers = defineCatalogue({
  entity: supplier,
  description: 'Hvem vi kjøper av, og hvordan vi når dem',
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
  form: {
    Leverandør: ['name', 'orderEmail', 'website'],
    Kontaktperson: ['contactPerson', 'contactEmail', 'contactPhone'],
    Adresse: ['address', 'postalCode', 'city', 'country'],
  },
  subtitle: ({ city, country }) => [city, country].filter(Boolean).join(', '),
  card: [
    ['Bestilling', 'orderEmail'],
    ['Kontakt', 'contactPerson'],
    ['E-post', 'contactEmail'],
    ['Telefon', 'contactPhone'],
    ['Nettside', 'website'],
  ],
})

export const SuppliersScreen = () => <CatalogueScreen definition={suppliers} />
