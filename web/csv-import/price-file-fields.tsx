import { priceFileDefaults, type PriceFileOptions } from '#contracts/csv/nelfo/options.ts'
import { Select } from '../fields/select.tsx'
import { useNames } from '../lib/use-rows.ts'
import { Labelled } from './option-fields.tsx'

type Props = {
  options: PriceFileOptions | undefined
  onChange: (options: PriceFileOptions) => void
  disabled: boolean
}

const supplierOf = (value: string): PriceFileOptions['supplier'] =>
  value === 'file' || value === 'all' ? value : Number(value)

/** How a wholesaler's price file is to be taken. */
export const PriceFileFields = ({ options = priceFileDefaults, onChange, disabled }: Props) => {
  const { names } = useNames('suppliers')
  const { supplier, unknownItems, priceType, otherDates } = options
  const mayCreate = typeof supplier === 'number'
  const change = (some: Partial<PriceFileOptions>) => onChange({ ...options, ...some })
  return (
    <>
      <p className="text-sm text-muted">
        Filen gir priser til komponenter med samme El-nummer. Bruttopris blir listepris, nettopris
        blir kostpris. Står det en rabatt, blir kostprisen regnet ut av den.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Labelled label="Gjelder komponenter fra">
          <Select
            disabled={disabled}
            value={String(supplier)}
            onChange={({ target }) => {
              const next = supplierOf(target.value)
              // New components need a supplier to be of.
              change({ supplier: next, ...(typeof next !== 'number' && { unknownItems: 'skip' }) })
            }}
          >
            <option value="file">Filens grossist</option>
            <option value="all">Alle leverandører</option>
            {names.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled label="Varer som ikke er komponenter">
          <Select
            disabled={disabled}
            value={unknownItems}
            onChange={({ target }) =>
              change({ unknownItems: target.value as PriceFileOptions['unknownItems'] })
            }
          >
            <option value="skip">Hopp over dem</option>
            <option value="create" disabled={!mayCreate}>
              {mayCreate ? 'Opprett dem' : 'Opprett dem (velg leverandør)'}
            </option>
          </Select>
        </Labelled>
        <Labelled label="Priser uten pristype er">
          <Select
            disabled={disabled}
            value={priceType}
            onChange={({ target }) =>
              change({ priceType: target.value as PriceFileOptions['priceType'] })
            }
          >
            <option value="file">Som filtypen tilsier</option>
            <option value="B">Bruttopriser</option>
            <option value="N">Nettopriser</option>
          </Select>
        </Labelled>
        <Labelled label="Priser som ikke gjelder i dag">
          <Select
            disabled={disabled}
            value={otherDates}
            onChange={({ target }) =>
              change({ otherDates: target.value as PriceFileOptions['otherDates'] })
            }
          >
            <option value="skip">Ta dem ikke med</option>
            <option value="take">Ta dem med</option>
          </Select>
        </Labelled>
      </div>
    </>
  )
}
